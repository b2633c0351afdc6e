import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** base64url. */
export const sha256 = (value: string | Uint8Array) =>
  createHash('sha256').update(value).digest('base64url')

/** What stands for a text where only equality matters; without the key nobody tries texts. base64url. */
export const keyedHash = (key: string, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\u001f${text}`).digest('base64url')

/** Without telling by time where they differ. */
export function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
