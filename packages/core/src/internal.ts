/** Internal exports for Foyer's own packages, which may change in any version: use `@foyer/core`. */
export { abortable } from '@foyer/protocol'
export { setCurrentTab } from './account/setCurrentTab.ts'
export { balanceRetryMs } from './balance/loadBalances.ts'
export { cached } from './cache/cached.ts'
export { deferConnect } from './connection/deferConnect.ts'
export { setWalletLink } from './connection/setWalletLink.ts'
export {
  type AuthConnector,
  type AuthFacts,
  type EmitAuthEvent,
  findAuthConnector,
} from './connector/authConnector.ts'
export { connectableNamespaces } from './connector/connectableNamespaces.ts'
export { followLogin } from './connector/followLogin.ts'
export { readConnectOrder } from './connector/readConnectOrder.ts'
export { track } from './events/track.ts'
export { createRpc } from './http/createRpc.ts'
export { getProfile } from './identity/getProfile.ts'
export { sdkVersionOf } from './sdkVersionOf.ts'
export { readReceiver } from './send/form/readReceiver.ts'
export { isUnclear } from './send/isUnclear.ts'
export { rememberContact } from './send/receiver/contacts.ts'
export { createStore } from './store/createStore.ts'
export { delay } from './wait/delay.ts'
export { timeLimit } from './wait/timeLimit.ts'
export {
  recommendedCount,
  searchDebounceMs,
  walletImagePrefetch,
  walletPageSize,
} from './wallets/directory.ts'
export { walletLink } from './wallets/walletLink.ts'
