import * as v from 'valibot'
import { cleanText } from '../cleanText.ts'
import { parseAsset } from './parseAsset.ts'

/** Most characters of a note. */
export const noteLength = 140
/** Most that any namespace can send: the largest number of 256 bits. */
const most = 2n ** 256n - 1n

/**
 * A request for one payment. All its terms are in the hash that the payment carries ({@link hashPayment}), so that a
 * payment belongs to exactly one request.
 *
 * - `id`: 128 random bits in hex; unique for each request
 * - `asset`: CAIP-19
 * - `amount`: in the smallest unit, above 0
 * - `to`: the receiver's address
 * - `expiresAt`: ms since 1970; a later payment does not count
 * - `note`: for the payer, one line of plain text
 */
export const paymentRequest = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits')),
  asset: v.pipe(
    v.string(),
    v.check((text) => parseAsset(text) !== undefined, 'must be a CAIP-19 id'),
  ),
  amount: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,77}$/, 'must be a whole number above 0'),
    v.transform((text) => BigInt(text)),
    v.maxValue(most),
  ),
  to: v.pipe(v.string(), v.regex(/^[-.%a-zA-Z0-9]{1,128}$/, 'must be an address')),
  expiresAt: v.pipe(
    v.string(),
    v.isoTimestamp('must be an ISO 8601 time'),
    v.transform((text) => Date.parse(text)),
    v.safeInteger(),
  ),
  note: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      // Hidden characters and those that change the writing direction could forge other text.
      v.check((text) => cleanText(text, noteLength) === text, 'must be one line of plain text'),
    ),
  ),
})

/** A request as code uses it: exact amount, time in ms. */
export type PaymentRequest = Readonly<v.InferOutput<typeof paymentRequest>>
/** A request as JSON, or in a link: every field is text. */
export type PaymentFields = Readonly<v.InferInput<typeof paymentRequest>>

/** Writes a request as {@link paymentRequest} reads it. */
export function toPaymentFields({
  amount,
  asset,
  expiresAt,
  id,
  note,
  to,
}: PaymentRequest): PaymentFields {
  return {
    id,
    asset,
    amount: String(amount),
    to,
    expiresAt: new Date(expiresAt).toISOString(),
    ...(note !== undefined && { note }),
  }
}
