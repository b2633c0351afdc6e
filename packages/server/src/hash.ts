import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** base64url. */
export const sha256 = (value: string | Uint8Array) =>
  createHash('sha256').update(value).digest('base64url')

/** Keyed HMAC, for equality look-ups: without the key, texts can not be guessed by trying. Returns base64url. */
export const keyedHash = (key: string, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\u001f${text}`).digest('base64url')

/** Compares in constant time. */
export function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
