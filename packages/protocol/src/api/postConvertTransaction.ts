import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { amount, positiveAmount } from './amount.ts'
import { accountIdField, slippage, swapCall, swapSource, swapSourceId } from './convertFields.ts'

const outcome = {
  source: swapSource,
  /** The least that arrives: the contract enforces it. */
  minToAmount: amount,
  /** The amount received according to `checkedBy`. Show this amount, not the quote's. */
  toAmount: amount,
  /**
   * `simulation`: the server ran the transaction against the chain's state and measured what arrives. `order`: the order
   * itself names its minimum. `source`: the tokens arrive on another chain, so only what leaves was measured.
   */
  checkedBy: v.picklist(['simulation', 'order', 'source']),
}

/** A swap that is ready to be signed. Amounts are decimal digits, in smallest units. */
export const builtSwap = v.variant('kind', [
  v.object({ kind: v.literal('call'), tx: swapCall, ...outcome }),
  v.object({
    kind: v.literal('serialized'),
    /** Base64 of the whole transaction; other signers have signed already. */
    transaction: v.string(),
    ...outcome,
  }),
  v.object({
    kind: v.literal('order'),
    /** JSON of EIP-712 typed data that the wallet signs. */
    typedData: v.string(),
    /** ISO 8601. */
    expiresAt: v.string(),
    ...outcome,
  }),
])
export type BuiltSwap = v.InferOutput<typeof builtSwap>

/** Builds a swap, simulates it and checks what arrives. @source spec 7.36 */
export const postConvertTransaction = defineEndpoint({
  method: 'POST',
  path: '/v1/convert/build-transaction',
  summary: 'Builds a swap, simulates it, and checks what arrives.',
  query: v.object({}),
  body: v.object({
    /** Of the token that is spent, in smallest units. */
    amount: positiveAmount,
    /** CAIP-10. */
    from: accountIdField,
    /** CAIP-10. */
    to: accountIdField,
    /** CAIP-10. */
    userAddress: accountIdField,
    /** `source.id` of the quote that the user chose. @default the best source */
    source: v.optional(swapSourceId),
    /** `minToAmount` of the quote that the user saw; fails with 409 `price-moved` when less would arrive. */
    minToAmount: v.optional(amount),
    eip155: v.optional(
      v.object({
        slippage: v.optional(slippage, 1),
        /** `batch`: the wallet sends the calls of `build-approve` and this one as one transaction. @default given before */
        allowance: v.optional(v.literal('batch')),
        /** The allowance of the source's contract, signed as `build-approve` says. */
        permit: v.optional(
          v.object({
            /** In seconds since 1970. */
            deadline: positiveAmount,
            /** Of a key: `0x` and 130 hex digits. */
            signature: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{130}$/)),
          }),
        ),
      }),
      {},
    ),
  }),
  response: builtSwap,
})
