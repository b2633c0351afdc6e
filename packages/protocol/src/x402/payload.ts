import * as v from 'valibot'
import { amount } from '../api/amount.ts'
import { evmAddress, requirements, requirementsV1, resource } from './requirements.ts'

/** Seconds since 1970, as decimal digits. */
const moment = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be seconds since 1970'))

/** A transfer that the payer signs. @source https://eips.ethereum.org/EIPS/eip-3009 */
export const authorization = v.object({
  from: evmAddress,
  to: evmAddress,
  value: amount,
  validAfter: moment,
  validBefore: moment,
  /** Random: the token takes each only once. */
  nonce: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-fA-F]{64}$/),
    v.transform((text) => text.toLowerCase() as `0x${string}`),
  ),
})
export type Authorization = v.InferOutput<typeof authorization>

/** A transfer by Permit2 that the payer signs. @source scheme_exact_evm.md "AssetTransferMethod: Permit2" */
export const permit2Authorization = v.object({
  from: evmAddress,
  permitted: v.object({ token: evmAddress, amount }),
  spender: evmAddress,
  /** Random: Permit2 takes each of a payer only once. */
  nonce: amount,
  deadline: moment,
  /** The spender moves the token to this address only. */
  witness: v.object({ to: evmAddress, validAfter: moment }),
})
export type Permit2Authorization = v.InferOutput<typeof permit2Authorization>

/** Longest signature, in bytes: a key's has 65, a smart account's some 300. */
const signatureBytes = 1024
const signature = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-fA-F]{2}){65,}$/, 'must be a signature of 65 bytes or more'),
  v.maxLength(2 + 2 * signatureBytes),
  v.transform((text) => text as `0x${string}`),
)
const byAuthorization = v.object({ signature, authorization })
const signed = v.union([byAuthorization, v.object({ signature, permit2Authorization })])
export type SignedTransfer = v.InferOutput<typeof signed>

/** A payment, in the header `PAYMENT-SIGNATURE`. */
export const payment = v.looseObject({
  x402Version: v.literal(2),
  resource: v.optional(resource),
  accepted: requirements,
  payload: signed,
  extensions: v.optional(v.record(v.string(), v.unknown())),
})
export type Payment = v.InferOutput<typeof payment>

/** A payment of version 1, in the header `X-PAYMENT`. */
export const paymentV1 = v.looseObject({
  x402Version: v.literal(1),
  scheme: v.literal('exact'),
  network: v.pipe(v.string(), v.maxLength(64)),
  payload: byAuthorization,
})
export type PaymentV1 = v.InferOutput<typeof paymentV1>

/** A request to a facilitator: a payment, and the terms that it must fulfil. */
export const paymentOrder = v.variant('x402Version', [
  v.object({
    x402Version: v.literal(2),
    paymentPayload: payment,
    paymentRequirements: requirements,
  }),
  v.object({
    x402Version: v.literal(1),
    paymentPayload: paymentV1,
    paymentRequirements: requirementsV1,
  }),
])
export type PaymentOrder = v.InferOutput<typeof paymentOrder>

/** The outcome of a payment, in the headers `PAYMENT-RESPONSE` and `X-PAYMENT-RESPONSE`. */
export const settlement = v.object({
  success: v.boolean(),
  /** Why it failed, as a word of the specification. */
  errorReason: v.optional(v.pipe(v.string(), v.maxLength(128))),
  payer: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** The transaction's hash; empty if there is none. */
  transaction: v.pipe(v.string(), v.maxLength(128)),
  network: v.pipe(v.string(), v.maxLength(64)),
})
export type Settlement = v.InferOutput<typeof settlement>
