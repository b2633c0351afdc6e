export { authenticate } from './authenticate/authenticate.ts'
export type { SupportedNamespace } from './namespaces.ts'
export type { LateAnswer } from './session/createPendingRequests.ts'
export { type WalletConnectConnector, walletConnect } from './walletConnect.ts'
