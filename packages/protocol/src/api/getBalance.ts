import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** One token of an account. @source spec 3.11 */
export const tokenBalance = v.object({
  name: v.string(),
  symbol: v.string(),
  /** CAIP-2. */
  chainId: v.string(),
  /** CAIP-10 of the token; absent for the native coin. */
  address: v.optional(v.string()),
  /** Price × quantity, in the requested currency. Absent if no price is known. */
  value: v.optional(v.number()),
  price: v.optional(v.number()),
  quantity: v.object({
    /** A string, since existing clients expect one. */
    decimals: v.string(),
    /** Token units as a plain decimal: `1.5`. */
    numeric: v.string(),
  }),
  iconUrl: v.optional(v.string()),
})
export type TokenBalance = v.InferOutput<typeof tokenBalance>

/** Native and token balances of an account, with prices. @source spec 7.30 */
export const getBalance = defineEndpoint({
  method: 'GET',
  path: '/v1/account/{address}/balance',
  summary: 'Native and token balances of an account, with prices.',
  query: v.object({
    currency: v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z]{3}$/)), 'usd'),
    /** CAIP-2; all chains of the server if omitted. */
    chainId: v.optional(v.string()),
    /** CAIP-10 list of accounts to read without the cache. */
    forceUpdate: v.optional(v.string()),
  }),
  response: v.object({ balances: v.array(tokenBalance) }),
})
