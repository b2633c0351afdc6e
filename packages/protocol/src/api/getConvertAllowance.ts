import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { amount } from './amount.ts'
import { accountIdField } from './convertFields.ts'

/** The amount of a token that a swap contract may spend. @source spec 7.35 */
export const getConvertAllowance = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/allowance',
  summary: 'How much of a token a swap contract may spend.',
  query: v.object({
    /** CAIP-10. */
    tokenAddress: accountIdField,
    /** CAIP-10. */
    userAddress: accountIdField,
    /** The quote's `allowanceTarget`. @default that of the chain's first source */
    spender: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  /** In smallest units; the largest possible amount for the native coin, which needs no allowance. */
  response: v.object({ allowance: amount }),
})
