export { type AlertCode, alertOfMessage, alerts } from './alerts.ts'
export { getAnalyticsConfig } from './api/getAnalyticsConfig.ts'
export { getAssetImage } from './api/getAssetImage.ts'
export { getBalance, type TokenBalance, tokenBalance } from './api/getBalance.ts'
export { getCurrencyImage } from './api/getCurrencyImage.ts'
export { getIdentity, type Identity } from './api/getIdentity.ts'
export { getOrigins } from './api/getOrigins.ts'
export { getProject } from './api/getProject.ts'
export { getSupportedChains } from './api/getSupportedChains.ts'
export { getTokenImage } from './api/getTokenImage.ts'
export { getWalletImage } from './api/getWalletImage.ts'
export { getWallets, type Wallet, wallet } from './api/getWallets.ts'
export { postEvent, type TelemetryEvent } from './api/postEvent.ts'
export { postRpc, rpcBatchLimit } from './api/postRpc.ts'
export {
  type AccountId,
  type ChainId,
  formatAccountId,
  isChainId,
  isNamespace,
  type Namespace,
  namespaceOf,
  namespaces,
  parseAccountId,
  referenceOf,
} from './caip.ts'
export {
  type BodyOf,
  commonQuery,
  defineEndpoint,
  type Endpoint,
  type ErrorBody,
  errorBody,
  type PathNames,
  type QueryInput,
  type QueryOutput,
  type ResponseOf,
} from './endpoint.ts'
export { type ErrorCode, errors, FoyerError } from './errors.ts'
export { imagePaths } from './imagePaths.ts'
export { type RpcRequest, type RpcResponse, rpcRequest, rpcResponse } from './jsonRpc.ts'
export {
  classifyMethod,
  type SafeMethod,
  safeMethods,
  type UnsafeMethod,
  unsafeMethods,
} from './methods.ts'
export {
  type RelayMessage,
  type RelayMethod,
  type RelayParams,
  relayBatchLimit,
  relayCloseCodes,
  relayMethods,
  relayPush,
  relayTopic,
} from './relay/relayMethods.ts'
export {
  type PreflightCommitment,
  preflightCommitments,
  type SolanaCommitment,
  type SolanaMethod,
  type SolanaSendOptions,
  solanaMethods,
  solanaSendOptions,
  solanaTransactionLimit,
  toSolanaCommitment,
} from './solana.ts'
export { toFoyerError } from './toFoyerError.ts'
export {
  type AuthPayload,
  authenticateAnswer,
  authPayload,
  type Cacao,
  cacao,
  sessionAuthenticateParams,
} from './walletconnect/sessionAuthenticate.ts'
export { type SessionErrorName, sessionErrors } from './walletconnect/sessionErrors.ts'
export {
  type Delivery,
  isSessionMethod,
  type SessionMethod,
  sessionMethods,
  sessionTtlS,
  unknownMethodResponse,
} from './walletconnect/sessionMethods.ts'
export {
  caipAccount,
  caipChain,
  type ProposalNamespaces,
  proposalNamespaces,
  type SessionNamespaces,
  sessionNamespaces,
} from './walletconnect/sessionNamespaces.ts'
export {
  hexKey,
  type PeerMetadata,
  peerMetadata,
  proposalAnswer,
  sessionParams,
} from './walletconnect/sessionParams.ts'
