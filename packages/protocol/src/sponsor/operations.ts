import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { evmAddress } from '../x402/requirements.ts'
import { hex, word } from './hexFields.ts'
import { caller, evmChainId, sponsorBatch } from './postSponsoredCalls.ts'

/** The paymaster service that a site names (EIP-5792 `paymasterService`). */
export const namedPaymaster = v.object({
  url: v.pipe(v.string(), v.maxLength(2048)),
  context: v.optional(v.record(v.string(), v.unknown())),
})

/** An operation (ERC-4337) without its account and calls, to be signed. Numbers are hex. */
export const builtOperation = v.object({
  nonce: word,
  callGasLimit: word,
  verificationGasLimit: word,
  preVerificationGas: word,
  maxFeePerGas: word,
  maxPriorityFeePerGas: word,
  paymaster: evmAddress,
  paymasterVerificationGasLimit: word,
  paymasterPostOpGasLimit: word,
  paymasterData: hex(4096),
})
export type BuiltOperation = v.InferOutput<typeof builtOperation>

/** Calls, and the paymaster that pays for them. */
export const operationWish = { ...sponsorBatch, paymaster: namedPaymaster }

/** Builds an operation of calls that a paymaster pays for: gas, prices and the paymaster's data. */
export const postOperation = defineEndpoint({
  method: 'POST',
  path: '/internal/operation',
  summary: 'Builds an operation of ERC-4337 that a paymaster pays for.',
  query: v.object({}),
  body: v.object({ ...caller, ...operationWish }),
  response: builtOperation,
})

/** A signed operation: 6 bytes with its end, and 65 of the key. @source contracts/FoyerAccount.sol */
export const signedOperation = { ...sponsorBatch, operation: builtOperation, signature: hex(71) }
/** Hash of an operation: not of a transaction. */
const operationHash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/),
  v.transform((text) => text as `0x${string}`),
)
export const sentOperation = v.object({ hash: operationHash })

/** Gives a signed operation to the bundler. */
export const postOperationSend = defineEndpoint({
  method: 'POST',
  path: '/internal/operation/send',
  summary: 'Gives a signed operation of ERC-4337 to the bundler.',
  query: v.object({}),
  body: v.object({ ...caller, ...signedOperation }),
  response: sentOperation,
})

export const operationQuestion = { chainId: evmChainId, hash: operationHash }
/** The state of an operation. `failed`: it is in a block, and its calls did nothing. */
export const operationState = v.object({
  state: v.picklist(['pending', 'mined', 'failed']),
  transactionHash: v.optional(operationHash),
})

/** Reads what became of an operation. */
export const postOperationState = defineEndpoint({
  method: 'POST',
  path: '/internal/operation/state',
  summary: 'The state of an operation of ERC-4337.',
  query: v.object({}),
  body: v.object(operationQuestion),
  response: operationState,
})
