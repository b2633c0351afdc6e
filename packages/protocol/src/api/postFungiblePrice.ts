import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { accountIdField } from './convertFields.ts'

/** A price as one source tells it. */
export const sourcedPrice = v.object({
  value: v.number(),
  /** `pools`, `chainlink`, `pyth`, `defillama`, `coingecko`. */
  source: v.string(),
  /** ISO 8601: the moment that the price is from. */
  at: v.string(),
})
export type SourcedPrice = v.InferOutput<typeof sourcedPrice>

/** A token and its price. */
export const fungible = v.object({
  /** CAIP-10, as it was asked for. */
  address: v.string(),
  name: v.string(),
  symbol: v.string(),
  iconUrl: v.string(),
  decimals: v.number(),
  /** Of one whole token, in the requested currency. Absent if it is unknown or withheld. */
  price: v.optional(v.number()),
  /** The source of `price`. */
  pricing: v.optional(sourcedPrice),
  /** Why there is no price, though sources told one: they differ by more than 5 %, or all are too old. */
  withheld: v.optional(
    v.object({
      reason: v.picklist(['sources-differ', 'too-old']),
      prices: v.array(sourcedPrice),
    }),
  ),
})
export type Fungible = v.InferOutput<typeof fungible>

/** Names and prices of tokens. @source spec 7.36 */
export const postFungiblePrice = defineEndpoint({
  method: 'POST',
  path: '/v1/fungible/price',
  summary: 'Names and prices of tokens, with their sources and age.',
  query: v.object({}),
  body: v.object({
    currency: v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z]{3}$/)), 'usd'),
    /** CAIP-10. */
    addresses: v.pipe(v.array(accountIdField), v.minLength(1), v.maxLength(100)),
  }),
  /** One for each address of a token that the server knows. */
  response: v.object({ fungibles: v.array(fungible) }),
})
