import { type PaymentRequest, toPaymentFields } from './paymentRequest.ts'

/** Keeps the hash apart from those of other formats. */
const version = 'foyer payment 1'

/**
 * Hashes all terms of a request. The payment carries the hash on its chain: another amount, token, receiver, expiry or
 * note has another hash, and so does another request for the same.
 *
 * @returns 64 hex digits.
 */
export async function hashPayment(request: PaymentRequest): Promise<string> {
  const { amount, asset, expiresAt, id, note = '', to } = toPaymentFields(request)
  const text = JSON.stringify([version, id, asset, amount, to, expiresAt, note])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
