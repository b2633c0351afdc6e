import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import {
  countryCode,
  currencyCode,
  decimalAmount,
  onrampNetwork,
  providerName,
} from './onrampFields.ts'

const money = v.object({
  /** A plain decimal, exact. */
  amount: decimalAmount,
  currency: v.string(),
})

/** A provider's own price and delivery; nothing is estimated here. */
export const onrampQuote = v.object({
  provider: v.string(),
  /** All that is paid. */
  paymentTotal: money,
  /** The part of it that buys coins. */
  paymentSubtotal: money,
  purchaseAmount: money,
  providerFee: money,
  networkFee: money,
  quoteId: v.string(),
})
export type OnrampQuote = v.InferOutput<typeof onrampQuote>

/** The price of a purchase. @source spec 7.36 */
export const postOnrampQuote = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/quote',
  summary: 'What a provider asks for a purchase, fees included.',
  query: v.object({}),
  body: v.object({
    /** The one that is asked; without it the first that sells this. */
    provider: v.optional(providerName),
    purchaseCurrency: currencyCode,
    paymentCurrency: currencyCode,
    /** The total payment, a decimal in `paymentCurrency`. */
    amount: decimalAmount,
    network: onrampNetwork,
    paymentMethod: v.optional(v.picklist(['CARD']), 'CARD'),
    country: v.optional(countryCode),
  }),
  response: onrampQuote,
})
