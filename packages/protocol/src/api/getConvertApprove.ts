import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { amount, positiveAmount } from './amount.ts'
import { accountIdField, swapCall } from './convertFields.ts'

/** The call that lets a swap contract spend exactly an amount of a token. @source spec 7.35 */
export const getConvertApprove = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/build-approve',
  summary: 'The call that lets a swap contract spend exactly an amount of a token.',
  query: v.object({
    /** CAIP-10 of the token that is spent. */
    tokenAddress: accountIdField,
    /** CAIP-10. */
    userAddress: accountIdField,
    /** In smallest units: what the swap spends. */
    amount: positiveAmount,
    /** The quote's `allowanceTarget`; any other address is refused. @default that of the chain's first source */
    spender: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  response: v.object({
    /** `to` is the token. */
    tx: swapCall,
    /** To be sent and confirmed before `tx`: some tokens, such as USDT, change an allowance only from 0. */
    resetTx: v.optional(swapCall),
    /**
     * A message to sign instead of sending `tx` (ERC-2612), where the token and the spender accept it. The client
     * writes the message itself: these are only the parts that it can not know.
     */
    permit: v.optional(
      v.object({
        /** Of the token's EIP-712 domain, whose other fields are the chain and the token. */
        name: v.pipe(v.string(), v.maxLength(256)),
        version: v.optional(v.pipe(v.string(), v.maxLength(32))),
        nonce: amount,
        /** In seconds since 1970. */
        deadline: positiveAmount,
      }),
    ),
    /**
     * Where `spender` is Permit2, which keeps allowances of its own: `tx` lets it take the amount from the token, and
     * this lets the swap's contract use it, until the deadline.
     */
    permit2: v.optional(
      v.object({
        /** The quote's `permit2Spender`. */
        spender: v.string(),
        /** Of the message that the account signs; absent for an account that is a contract: it sends a call instead. */
        nonce: v.optional(amount),
        /** In seconds since 1970: the end of the signature, and of the allowance. */
        deadline: positiveAmount,
      }),
    ),
    spender: v.string(),
    amount,
  }),
})
export type SwapPermit = NonNullable<v.InferOutput<typeof getConvertApprove.response>['permit']>
export type SwapPermit2 = NonNullable<v.InferOutput<typeof getConvertApprove.response>['permit2']>
