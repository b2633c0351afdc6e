import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { chainIdField, swapSource } from './convertFields.ts'

/** A token that can be swapped. */
export const swapToken = v.object({
  name: v.string(),
  symbol: v.string(),
  /** CAIP-10; `0xeeee…eeee` or `So111…111` (43 characters) for the native coin. */
  address: v.string(),
  decimals: v.number(),
  logoUri: v.string(),
  /** Allowances can be given by signature (ERC-2612). */
  eip2612: v.boolean(),
  /** In the operator's list, or in this server's. False for a token that was looked up by its address: warn the user. */
  isListed: v.boolean(),
  /** The operator suggests it: show it first. @source spec 9.28 */
  isSuggested: v.optional(v.boolean()),
  /** The operator calls it popular. @source spec 9.28 */
  isPopular: v.optional(v.boolean()),
})
export type SwapToken = v.InferOutput<typeof swapToken>

/** The tokens of a chain that can be swapped. @source spec 7.35 */
export const getConvertTokens = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/tokens',
  summary: 'Tokens of a chain that can be swapped, and the sources that quote there.',
  query: v.object({
    /** CAIP-2. */
    chainId: chainIdField,
    /** Looks up this one token by its address on the chain, listed or not. */
    address: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  response: v.object({
    /** The native coin first, then the operator's order. */
    tokens: v.array(swapToken),
    sources: v.array(swapSource),
    /** CAIP-2 of the chains where the tokens of a swap from this chain can arrive. @default none */
    crossesTo: v.optional(v.array(v.string())),
  }),
})
