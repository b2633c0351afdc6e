export {
  type AccountName,
  accountName,
  isAccountLabel,
  type NameMessage,
  nameMessage,
} from './api/accountName.ts'
export { type ConvertErrorCode, convertErrors } from './api/convertErrors.ts'
export { type SwapCall, type SwapSource, swapCall, swapSource } from './api/convertFields.ts'
export { getAnalyticsConfig } from './api/getAnalyticsConfig.ts'
export { getAssetImage } from './api/getAssetImage.ts'
export { getBalance, type TokenBalance, tokenBalance } from './api/getBalance.ts'
export { getConfig } from './api/getConfig.ts'
export { getConvertAllowance } from './api/getConvertAllowance.ts'
export { getConvertApprove, type SwapPermit, type SwapPermit2 } from './api/getConvertApprove.ts'
export { getConvertGasPrice } from './api/getConvertGasPrice.ts'
export {
  getConvertQuotes,
  type SwapKind,
  type SwapQuote,
  swapKinds,
  swapQuote,
} from './api/getConvertQuotes.ts'
export {
  type Crossing,
  type CrossingStatus,
  crossingStatuses,
  getConvertStatus,
} from './api/getConvertStatus.ts'
export { getConvertTokens, type SwapToken, swapToken } from './api/getConvertTokens.ts'
export { getCurrencyImage } from './api/getCurrencyImage.ts'
export {
  getHistory,
  type HistoryCoverage,
  type HistoryTransaction,
  type HistoryTransfer,
  historyCoverage,
  historyTransaction,
  historyTransfer,
  type OperationType,
  operationTypes,
} from './api/getHistory.ts'
export { getIdentity, type Identity } from './api/getIdentity.ts'
export { getIdentityImage } from './api/getIdentityImage.ts'
export { getName } from './api/getName.ts'
export { getNameSuggestions, type NameSuggestion } from './api/getNameSuggestions.ts'
export { getNamesOfAddress } from './api/getNamesOfAddress.ts'
export { getNftImage } from './api/getNftImage.ts'
export { getNfts, type Nft, nft } from './api/getNfts.ts'
export {
  getOnrampOptions,
  type OnrampOffer,
  onrampOffer,
  paymentCurrency,
  purchaseCurrency,
} from './api/getOnrampOptions.ts'
export {
  getOnrampSession,
  type OnrampSessionState,
  type OnrampStatus,
  onrampSession,
  onrampStatuses,
} from './api/getOnrampSession.ts'
export { getOrigins } from './api/getOrigins.ts'
export { getProject } from './api/getProject.ts'
export { getSupportedChains } from './api/getSupportedChains.ts'
export { getTokenImage } from './api/getTokenImage.ts'
export { getWalletImage } from './api/getWalletImage.ts'
export { getWallets, type Wallet, wallet } from './api/getWallets.ts'
export { isNativeToken, isSameToken } from './api/nativeToken.ts'
export { countryCode, currencyCode, decimalAmount, onrampNetwork } from './api/onrampFields.ts'
export { postConvertOrder } from './api/postConvertOrder.ts'
export { type BuiltSwap, builtSwap, postConvertTransaction } from './api/postConvertTransaction.ts'
export { type EventFact, postEvent, type TelemetryEvent } from './api/postEvent.ts'
export {
  type Fungible,
  fungible,
  postFungiblePrice,
  type SourcedPrice,
  sourcedPrice,
} from './api/postFungiblePrice.ts'
export { postName } from './api/postName.ts'
export { type OnrampQuote, onrampQuote, postOnrampQuote } from './api/postOnrampQuote.ts'
export { postOnrampSession } from './api/postOnrampSession.ts'
export { postOnrampUrl } from './api/postOnrampUrl.ts'
export { postOnrampWebhook } from './api/postOnrampWebhook.ts'
export { postRpc, rpcBatchLimit } from './api/postRpc.ts'
export { imagePaths } from './imagePaths.ts'
export { onrampNamespaces } from './onramp/onrampNamespaces.ts'
export {
  isOnrampUrl,
  type OnrampProviderFacts,
  onrampProviders,
} from './onramp/onrampProviders.ts'
