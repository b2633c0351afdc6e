/** Verification of sign-ins, on a server or anywhere else. */
export { checkSignIn } from './verify/checkSignIn.ts'
export { type RpcRequest, rpcEvmClient } from './verify/rpcEvmClient.ts'
export type { EvmClient } from './verify/verifyEvm.ts'
export { verifySignature } from './verify/verifySignature.ts'
export { verifySignIn } from './verify/verifySignIn.ts'
