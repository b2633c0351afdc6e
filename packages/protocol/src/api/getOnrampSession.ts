import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** `open` until the provider has the payment; then `pending` until the coins are on the way in a transaction. */
export const onrampStatuses = ['open', 'pending', 'arrived', 'failed', 'expired'] as const
export type OnrampStatus = (typeof onrampStatuses)[number]

export const onrampSession = v.object({
  status: v.picklist(onrampStatuses),
  provider: v.string(),
  /** The receiver. */
  address: v.string(),
  /** CAIP-2. */
  chainId: v.string(),
  /** Of the transaction with the coins, once the provider has told it. */
  hash: v.optional(v.string()),
  /** ISO 8601. */
  expiresAt: v.string(),
})
export type OnrampSessionState = v.InferOutput<typeof onrampSession>

/** The state of a purchase, as the provider’s signed webhooks told it. */
export const getOnrampSession = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/session/{id}',
  summary: 'The state of a purchase.',
  query: v.object({}),
  response: onrampSession,
})
