/** True if `text` is `0x` and 40 hex digits; the checksum is not verified. @source spec 5.9 */
export function hasAddressShape(text: unknown): text is `0x${string}` {
  return typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text)
}
