import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { evmAddress } from '../x402/requirements.ts'
import { quantity } from './hexFields.ts'
import { userOperation } from './userOperation.ts'

const id = v.union([v.pipe(v.string(), v.maxLength(128)), v.number(), v.null()])

/** Operation, EntryPoint, chain and the site's own data, which is not read. */
export const paymasterParams = v.pipe(
  v.tuple([userOperation, evmAddress, quantity(53)]),
  v.transform(([operation, entryPoint, chain]) => ({ operation, entryPoint, chain })),
)

/** Data by which the EntryPoint lets a paymaster pay. Numbers are hex. */
export const paymasterData = v.object({
  paymaster: evmAddress,
  paymasterData: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){0,4096}$/)),
  paymasterVerificationGasLimit: v.optional(v.string()),
  paymasterPostOpGasLimit: v.optional(v.string()),
  sponsor: v.optional(v.object({ name: v.string() })),
  isFinal: v.optional(v.boolean()),
})
export type PaymasterData = v.InferOutput<typeof paymasterData>

/** A refusal, as JSON-RPC has it. */
const refusal = v.object({ code: v.number(), message: v.string() })

/**
 * The paymaster web service: `pm_getPaymasterStubData` for estimates, `pm_getPaymasterData` for the data that pays.
 * @source https://eips.ethereum.org/EIPS/eip-7677
 */
export const postPaymaster = defineEndpoint({
  method: 'POST',
  path: '/paymaster/{key}',
  summary:
    'The paymaster web service (ERC-7677) of a project: pays for operations under the policy.',
  query: v.object({}),
  body: v.object({
    jsonrpc: v.literal('2.0'),
    id,
    method: v.pipe(v.string(), v.maxLength(64)),
    params: v.optional(v.unknown()),
  }),
  response: v.union([
    v.object({ jsonrpc: v.literal('2.0'), id, result: paymasterData }),
    v.object({ jsonrpc: v.literal('2.0'), id, error: refusal }),
  ]),
})
