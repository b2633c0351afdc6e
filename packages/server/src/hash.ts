import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Computes SHA-256, as base64url. */
export const sha256 = (value: string | Uint8Array) =>
  createHash('sha256').update(value).digest('base64url')

/** Computes an HMAC-SHA256 (base64url) for equality look-ups. Without the key, texts can not be found by guessing. */
export const keyedHash = (key: string, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\u001f${text}`).digest('base64url')

/** Compares two texts in constant time. */
export function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
