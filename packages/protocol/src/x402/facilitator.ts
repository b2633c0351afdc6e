import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { paymentOrder, settlement } from './payload.ts'

/** Checks a payment without making it. */
export const postVerify = defineEndpoint({
  method: 'POST',
  path: '/verify',
  summary: 'Checks a payment (x402) without making it.',
  query: v.object({}),
  body: paymentOrder,
  response: v.object({
    isValid: v.boolean(),
    invalidReason: v.optional(v.string()),
    payer: v.optional(v.string()),
  }),
})

/**
 * Makes a payment, once. A call with the same `Idempotency-Key` gets the same answer; any other second call for the same
 * payment is refused, so that one payment never buys two things.
 */
export const postSettle = defineEndpoint({
  method: 'POST',
  path: '/settle',
  summary: 'Makes a payment (x402), once.',
  query: v.object({}),
  body: paymentOrder,
  response: settlement,
})

/** Lists what can be paid. */
export const getSupported = defineEndpoint({
  method: 'GET',
  path: '/supported',
  summary: 'Lists the networks on which payments (x402) are made.',
  query: v.object({}),
  response: v.object({
    kinds: v.array(
      v.object({ x402Version: v.number(), scheme: v.literal('exact'), network: v.string() }),
    ),
    extensions: v.array(v.string()),
    signers: v.record(v.string(), v.array(v.string())),
  }),
})
