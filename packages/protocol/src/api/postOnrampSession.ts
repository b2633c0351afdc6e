import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import {
  countryCode,
  currencyCode,
  decimalAmount,
  destinationWallets,
  onrampNetwork,
  providerName,
  redirectUrl,
} from './onrampFields.ts'

/** Opens a purchase for one address. @source spec 7.36 */
export const postOnrampSession = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/session',
  summary: 'Makes the URL of a provider’s page, for one purchase to one address.',
  query: v.object({}),
  body: v.object({
    provider: providerName,
    destinationWallets,
    /** The network to receive on. @default the first one of `destinationWallets` */
    network: v.optional(onrampNetwork),
    /** @default the user chooses on the provider’s page, where it lets them */
    purchaseCurrency: v.optional(currencyCode),
    paymentCurrency: v.optional(currencyCode, 'USD'),
    amount: v.optional(decimalAmount),
    country: v.optional(countryCode),
    redirectUrl: v.optional(redirectUrl),
  }),
  response: v.object({
    /** Reads the state with `getOnrampSession`; whoever has it can read it. */
    id: v.string(),
    url: v.string(),
    /** ISO 8601: the page must be opened before. */
    expiresAt: v.string(),
  }),
})
