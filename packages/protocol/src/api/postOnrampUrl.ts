import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { decimalAmount, destinationWallets, providerName, redirectUrl } from './onrampFields.ts'

const text = v.pipe(v.string(), v.maxLength(64))

/** The call of existing clients for `postOnrampSession`. @source spec 7.36 */
export const postOnrampUrl = defineEndpoint({
  method: 'POST',
  path: '/v1/generators/onrampurl',
  summary: 'Makes the URL of a provider’s page, for clients that know no sessions.',
  query: v.object({}),
  body: v.object({
    provider: providerName,
    destinationWallets,
    /** CAIP-2. @default the first one of `destinationWallets` */
    defaultNetwork: v.optional(text),
    presetCryptoAmount: v.optional(v.union([decimalAmount, v.number()])),
    presetFiatAmount: v.optional(v.union([decimalAmount, v.number()])),
    redirectUrl: v.optional(redirectUrl),
  }),
  response: v.object({ url: v.string() }),
})
