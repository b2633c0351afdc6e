import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** A provider’s signed message. Its body has the provider’s own shape, and is read after its signature was checked. */
export const postOnrampWebhook = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/webhook/{provider}',
  summary: 'Takes a provider’s signed message about a purchase.',
  query: v.object({}),
  body: v.unknown(),
  response: v.object({}),
})
