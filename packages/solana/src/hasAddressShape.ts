/** Whether `text` is 32 to 44 letters of base58, which 32 bytes always are; it is not decoded. */
export function hasAddressShape(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
}
