export {
  type ChainId,
  type ErrorCode,
  FoyerError,
  isFoyerError,
  type Namespace,
  toFoyerError,
} from '@foyer/protocol'
export {
  type PaymentFields,
  type PaymentRequest,
  paymentRequest,
  toPaymentFields,
} from '@foyer/protocol/payment'
export type {
  Account,
  AccountDetails,
  AccountTab,
  Connection,
  NamespaceConnection,
  SentTransaction,
} from './account/account.ts'
export { listConnections } from './account/listConnections.ts'
export { preferAccountType } from './account/preferAccountType.ts'
export { readAccount } from './account/readAccount.ts'
export { readSupportedRequests } from './account/readSupportedRequests.ts'
export { selectAccount } from './account/selectAccount.ts'
export { watchAccount } from './account/watchAccount.ts'
export { watchConnections } from './account/watchConnections.ts'
export { watchStatus } from './account/watchStatus.ts'
export type { Adapter, TokenOption } from './adapter.ts'
export { getNativeBalance } from './balance/getNativeBalance.ts'
export { loadBalances } from './balance/loadBalances.ts'
export { refreshNativeBalance } from './balance/refreshNativeBalance.ts'
export type {
  CallCapabilities,
  Calls,
  WalletCallsStatus,
  WalletCapabilities,
} from './calls/calls.ts'
export { type CallsStatus, getCallsStatus } from './calls/getCallsStatus.ts'
export { getCapabilities } from './calls/getCapabilities.ts'
export { sendCalls } from './calls/sendCalls.ts'
export type { CallsProgress, SentCalls } from './calls/sentCalls.ts'
export { showCallsStatus } from './calls/showCallsStatus.ts'
export { waitForCallsStatus } from './calls/waitForCallsStatus.ts'
export { cancelConnect } from './connection/cancelConnect.ts'
export { connect } from './connection/connect.ts'
export { disconnect } from './connection/disconnect.ts'
export { preparePairing } from './connection/preparePairing.ts'
export { readPrompts } from './connection/readPrompts.ts'
export { reconnect } from './connection/reconnect.ts'
export { walletRequest } from './connection/walletRequest.ts'
export { addConnector } from './connector/addConnector.ts'
export type {
  AccountType,
  Connector,
  ConnectorType,
  Provider,
  Scope,
  Session,
  SessionListener,
} from './connector/connector.ts'
export { discover } from './connector/discover.ts'
export { findPairingConnector } from './connector/findPairingConnector.ts'
export { createFoyer } from './createFoyer.ts'
export type { Emitter } from './events/createEmitter.ts'
export type { Alert, FoyerEvents, TrackedEvent, WalletRequest } from './events/events.ts'
export {
  type ConnectMethod,
  defaultFeatures,
  type Features,
  type Social,
  socials,
  type WalletFeature,
} from './features.ts'
export type { Foyer } from './foyer.ts'
export { createHistory, type History, type HistoryOwner } from './history/createHistory.ts'
export { getHistory, type HistoryPage } from './history/getHistory.ts'
export { groupHistory, type HistoryMonth, type HistoryYear } from './history/groupHistory.ts'
export { hideSpam } from './history/hideSpam.ts'
export type { HistoryState } from './history/historyState.ts'
export { supportsHistory } from './history/supportsHistory.ts'
export type { Rpc } from './http/rpc.ts'
export { loadIdentity } from './identity/loadIdentity.ts'
export { imageUrl, networkImageUrl } from './images/imageUrl.ts'
export type { Log, LogLevel } from './log.ts'
export type { DappMetadata, Metadata } from './metadata.ts'
export { getNameSuggestions } from './names/getNameSuggestions.ts'
export { getNames } from './names/getNames.ts'
export { registerName } from './names/registerName.ts'
export { supportsNames } from './names/supportsNames.ts'
export { activateNamespace } from './network/activateNamespace.ts'
export { addNetwork, removeNetwork } from './network/changeNetworks.ts'
export type { Network } from './network/network.ts'
export { readActiveChainId, readNetwork } from './network/readNetwork.ts'
export { switchNetwork } from './network/switchNetwork.ts'
export { watchNetwork } from './network/watchNetwork.ts'
export { createNfts, type Nfts } from './nfts/createNfts.ts'
export { getNfts, type NftPage } from './nfts/getNfts.ts'
export type { NftsState } from './nfts/nftsState.ts'
export { sendNft } from './nfts/sendNft.ts'
export { supportsNfts } from './nfts/supportsNfts.ts'
export { buyToken } from './onramp/buyToken.ts'
export { getOnrampOptions } from './onramp/getOnrampOptions.ts'
export { getOnrampQuote } from './onramp/getOnrampQuote.ts'
export type { OnrampOrder } from './onramp/onrampOrder.ts'
export { supportsOnramp } from './onramp/supportsOnramp.ts'
export { waitForOnramp } from './onramp/waitForOnramp.ts'
export type { Options, ResolvedOptions, ThemeMode, ThemeVariables } from './options.ts'
export type { Pairing } from './pairing.ts'
export { createPaymentRequest } from './pay/createPaymentRequest.ts'
export { openPayment, type Payment } from './pay/openPayment.ts'
export { pay } from './pay/pay.ts'
export { readPaymentLink, writePaymentLink } from './pay/paymentLink.ts'
export type { PaymentReceipt } from './pay/paymentReceipt.ts'
export type {
  PaymentFacts,
  PaymentProblem,
  PaymentStage,
  PaymentState,
} from './pay/paymentState.ts'
export type { PaymentCheck, PaymentRefusal, Payments, PaymentTerms } from './pay/payments.ts'
export { supportsPay } from './pay/supportsPay.ts'
export { type PaymentVerdict, verifyPayment } from './pay/verifyPayment.ts'
export { writePaymentUri } from './pay/writePaymentUri.ts'
export { getPermissions } from './permissions/getPermissions.ts'
export { getSupportedPermissions } from './permissions/getSupportedPermissions.ts'
export type {
  GrantedPermission,
  PermissionRequest,
  PermissionRule,
  Permissions,
  SupportedPermissions,
} from './permissions/permission.ts'
export { requestPermissions } from './permissions/requestPermissions.ts'
export { revokePermission } from './permissions/revokePermission.ts'
export type { PendingPreview, Preview, PreviewRequest } from './preview/preview.ts'
export { readMetadata } from './readMetadata.ts'
export { supportsReceive } from './receive/supportsReceive.ts'
export { writePaymentRequest } from './receive/writePaymentRequest.ts'
export { estimateSend, type SendEstimate } from './send/estimateSend.ts'
export { formatCents, fromFiat, toFiat } from './send/fiat.ts'
export { createSendForm, type SendForm, type SendFormValues } from './send/form/createSendForm.ts'
export type { SendFormState, SendOutcome, SentTransfer } from './send/form/sendFormState.ts'
export { type ParsedAmount, parseAmount } from './send/parseAmount.ts'
export { checkReceiver, type ReceiverWarning } from './send/receiver/checkReceiver.ts'
export { type Contact, readContacts } from './send/receiver/contacts.ts'
export { listKnownReceivers } from './send/receiver/listKnownReceivers.ts'
export { type Receiver, resolveReceiver } from './send/receiver/resolveReceiver.ts'
export {
  listReplacements,
  type Replacement,
  replaceTransaction,
} from './send/replaceTransaction.ts'
export { sendToken } from './send/sendToken.ts'
export { sendTransaction } from './send/sendTransaction.ts'
export { supportsSend } from './send/supportsSend.ts'
export type { ReceiverKind, TransferFee, Transfers } from './send/transfers.ts'
export { waitForTransaction } from './send/waitForTransaction.ts'
export { signAllTransactions } from './sign/signAllTransactions.ts'
export { signMessage } from './sign/signMessage.ts'
export { signTransaction } from './sign/signTransaction.ts'
export { signTypedData } from './sign/signTypedData.ts'
export type { PendingSignIn, SignInStatus } from './signIn/signIn.ts'
export type { SignInPlugin } from './signIn/signInPlugin.ts'
export { start } from './start.ts'
export type { Approval, ApprovalWindow, FoyerState } from './state.ts'
export type { Storage, StorageBacking } from './storage/createStorage.ts'
export type { Store } from './store/createStore.ts'
export { watch } from './store/watch.ts'
export { buildSwap } from './swap/buildSwap.ts'
export { openSwap } from './swap/createSwap.ts'
export type { Crossings } from './swap/crossings.ts'
export { getSwapApproval } from './swap/getSwapApproval.ts'
export { getSwapQuotes } from './swap/getSwapQuotes.ts'
export { getSwapDestinations, getSwapTokens } from './swap/getSwapTokens.ts'
export { groupSwapTokens, type SwapTokenGroups } from './swap/groupSwapTokens.ts'
export { hasCrossings } from './swap/hasCrossings.ts'
export { openCrossings } from './swap/openCrossings.ts'
export { readDestination } from './swap/readDestination.ts'
export { readSwapErrorCode } from './swap/readSwapErrorCode.ts'
export {
  readSwapBalance,
  readSwapMost,
  readSwapProblem,
  type SwapProblem,
} from './swap/readSwapProblem.ts'
export { supportsSwaps } from './swap/supportsSwaps.ts'
export type { Swap } from './swap/swap.ts'
export { isCrossed, readLateAt, type SwapCrossing } from './swap/swapCrossing.ts'
export type { SwapOffer, SwapRequest } from './swap/swapOffer.ts'
export { readOfferOf, type SwapForm, type SwapState } from './swap/swapState.ts'
export type { SwapStep } from './swap/swapStep.ts'
export type { Transaction, TransactionReceipt, Transactions, TypedData } from './transaction.ts'
export { listAllEntries, listSearchEntries } from './wallets/listAllEntries.ts'
export { knownWallets, listConnectEntries } from './wallets/listEntries.ts'
export { loadWalletPage } from './wallets/loadWalletPage.ts'
export { prefetchWallets } from './wallets/prefetchWallets.ts'
export type { RecentWallet } from './wallets/recentWallet.ts'
export { searchWallets } from './wallets/searchWallets.ts'
export type { Directory, WalletEntry } from './wallets/wallet.ts'
