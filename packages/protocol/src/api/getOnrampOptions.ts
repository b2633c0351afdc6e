import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { countryCode } from './onrampFields.ts'

/** A currency to pay with. */
export const paymentCurrency = v.object({
  /** ISO 4217: `USD`. */
  id: v.string(),
  /** Smallest and largest payment by method, as decimals; a method without known limits is not listed. */
  limits: v.array(v.object({ id: v.string(), min: v.string(), max: v.string() })),
})

/** A coin or token to buy. */
export const purchaseCurrency = v.object({
  id: v.string(),
  name: v.string(),
  symbol: v.string(),
  iconUrl: v.optional(v.string()),
  networks: v.array(
    v.object({
      name: v.string(),
      displayName: v.string(),
      /** CAIP-2. */
      chainId: v.string(),
      /** Empty for the network's own coin. */
      contractAddress: v.string(),
    }),
  ),
})

/** A seller, and what it sells. */
export const onrampOffer = v.object({
  name: v.string(),
  /** For people: `MoonPay`. */
  label: v.string(),
  /** Range of its fee in percent of the payment; absent where it publishes none. @source spec 9.23 */
  feePercent: v.optional(v.object({ min: v.number(), max: v.number() })),
  /** Namespaces that it delivers to. */
  namespaces: v.array(v.string()),
  paymentCurrencies: v.array(paymentCurrency),
  purchaseCurrencies: v.array(purchaseCurrency),
})
export type OnrampOffer = v.InferOutput<typeof onrampOffer>

/** The coins for sale, the currencies to pay with, and the sellers. @source spec 7.35 */
export const getOnrampOptions = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/options',
  summary: 'Currencies to pay with, coins to buy, and the providers that sell them.',
  query: v.object({ country: v.optional(countryCode) }),
  response: v.object({
    /** Of all providers together. */
    paymentCurrencies: v.array(paymentCurrency),
    purchaseCurrencies: v.array(purchaseCurrency),
    providers: v.array(onrampOffer),
  }),
})
