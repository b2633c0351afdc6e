export { abortable } from './abort/abortable.ts'
export { type AlertCode, alertOfMessage, alerts } from './alerts.ts'
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
export { cleanText } from './cleanText.ts'
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
export { formatUnits } from './format/formatUnits.ts'
export { parseUnits } from './format/parseUnits.ts'
export { type RpcRequest, type RpcResponse, rpcRequest, rpcResponse } from './jsonRpc.ts'
export {
  classifyMethod,
  requestMethods,
  type SafeMethod,
  type SupportedRequest,
  safeMethods,
  type UnsafeMethod,
  unsafeMethods,
} from './methods.ts'
export { readOwn } from './readOwn.ts'
export { requireOwnAccount } from './requireOwnAccount.ts'
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
export { isFoyerError, toFoyerError } from './toFoyerError.ts'
