export {
  abortable,
  type ChainId,
  type ErrorCode,
  FoyerError,
  isFoyerError,
  type Namespace,
  toFoyerError,
} from '@foyer/protocol'
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
export { readCapabilities } from './account/readCapabilities.ts'
export { readAdapter, readConnection } from './account/readConnection.ts'
export { selectAccount } from './account/selectAccount.ts'
export { watchAccount } from './account/watchAccount.ts'
export { watchConnections } from './account/watchConnections.ts'
export { watchStatus } from './account/watchStatus.ts'
export type {
  Adapter,
  Rpc,
  TokenOption,
  Transaction,
  TransactionReceipt,
  Transactions,
  TypedData,
} from './adapter.ts'
export { alert, alertMessage } from './alerts/alert.ts'
export { checkOrigin, getAllowedOrigins } from './alerts/checkOrigin.ts'
export { balanceTtlMs } from './balance/agreeBalances.ts'
export { getNativeBalance } from './balance/getNativeBalance.ts'
export { balanceRetryMs, loadBalances } from './balance/loadBalances.ts'
export { refreshNativeBalance } from './balance/refreshNativeBalance.ts'
export { cacheSize } from './cache/cached.ts'
export type { Cache } from './cache/createCache.ts'
export { cancelConnect } from './connection/cancelConnect.ts'
export { connect } from './connection/connect.ts'
export { deferConnect } from './connection/deferConnect.ts'
export { disconnect } from './connection/disconnect.ts'
export { preparePairing } from './connection/preparePairing.ts'
export { readPrompts } from './connection/readPrompts.ts'
export { reconnect } from './connection/reconnect.ts'
export { resetConnection } from './connection/resetConnection.ts'
export { setWalletLink } from './connection/setWalletLink.ts'
export { walletRequest } from './connection/walletRequest.ts'
export { addConnector } from './connector/addConnector.ts'
export {
  type AuthConnector,
  type AuthEvents,
  type AuthFacts,
  findAuthConnector,
  isAuthConnector,
  type TellAuth,
} from './connector/authConnector.ts'
export { connectableNamespaces } from './connector/connectableNamespaces.ts'
export {
  type AccountType,
  type Connector,
  type ConnectorType,
  connectorTypes,
  type Provider,
  type Scope,
  type Session,
  type SessionListener,
} from './connector/connector.ts'
export { discover } from './connector/discover.ts'
export { findPairingConnector } from './connector/findPairingConnector.ts'
export { followLogin } from './connector/followLogin.ts'
export { readConnectOrder } from './connector/readConnectOrder.ts'
export { createFoyer } from './createFoyer.ts'
export { createEmitter, type Emitter } from './events/createEmitter.ts'
export type { Alert, FoyerEvents, TrackedEvent, WalletRequest } from './events/events.ts'
export { isAnalyticsEnabled } from './events/isAnalyticsEnabled.ts'
export { errorsPerMinute, reportError, track } from './events/track.ts'
export {
  type ConnectMethod,
  defaultFeatures,
  type Features,
  type Social,
  socials,
  type WalletFeature,
} from './features.ts'
export type { Foyer } from './foyer.ts'
export { callApi } from './http/callApi.ts'
export { createRpc } from './http/createRpc.ts'
export { request, retries } from './http/request.ts'
export { identityTtlMs, loadIdentity } from './identity/loadIdentity.ts'
export { getImage } from './images/getImage.ts'
export { type ImageKind, imageUrl, networkImageUrl } from './images/imageUrl.ts'
export type { Log, LogLevel } from './log.ts'
export type { DappMetadata, Metadata } from './metadata.ts'
export { activateNamespace } from './network/activateNamespace.ts'
export { addNetwork, removeNetwork } from './network/changeNetworks.ts'
export type { Network } from './network/network.ts'
export { defaultChainId } from './network/pickNetwork.ts'
export { readActiveChainId, readNetwork } from './network/readNetwork.ts'
export { requireNetwork } from './network/requireNetwork.ts'
export { switchNetwork } from './network/switchNetwork.ts'
export { watchNetwork } from './network/watchNetwork.ts'
export {
  type Options,
  type ResolvedOptions,
  resolveOptions,
  type ThemeMode,
  type ThemeVariables,
} from './options.ts'
export type { Pairing } from './pairing.ts'
export { readMetadata } from './readMetadata.ts'
export { sdkVersionOf } from './sdkVersionOf.ts'
export { sendToken } from './send/sendToken.ts'
export { sendTransaction } from './send/sendTransaction.ts'
export { waitForTransaction } from './send/waitForTransaction.ts'
export { signAllTransactions } from './sign/signAllTransactions.ts'
export { signMessage } from './sign/signMessage.ts'
export { signTransaction } from './sign/signTransaction.ts'
export { signTypedData } from './sign/signTypedData.ts'
export { start } from './start.ts'
export type { Approval, ApprovalWindow, FoyerState } from './state.ts'
export type { Storage, StorageBacking } from './storage/createStorage.ts'
export { createStore, type Store } from './store/createStore.ts'
export { watch } from './store/watch.ts'
export { delay } from './wait/delay.ts'
export { timeLimit } from './wait/timeLimit.ts'
export {
  featuredCount,
  recommendedCount,
  searchDebounceMs,
  walletImagePrefetch,
  walletPageSize,
  walletSearchSize,
} from './wallets/directory.ts'
export { isExcluded } from './wallets/isExcluded.ts'
export { listAllEntries, listSearchEntries } from './wallets/listAllEntries.ts'
export { knownWallets, listConnectEntries } from './wallets/listEntries.ts'
export { loadWalletPage } from './wallets/loadWalletPage.ts'
export { prefetchWallets } from './wallets/prefetchWallets.ts'
export type { RecentWallet } from './wallets/recentWallet.ts'
export { recentCount } from './wallets/recentWallets.ts'
export { rememberWallet } from './wallets/rememberWallet.ts'
export { searchWallets } from './wallets/searchWallets.ts'
export { type Directory, type EntryKind, entryKinds, type WalletEntry } from './wallets/wallet.ts'
export { walletLink } from './wallets/walletLink.ts'
