const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** True if `text` is base58 of 32 bytes. Solana addresses have no checksum. */
export function isAddress(text: unknown): text is string {
  if (typeof text !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false
  // Each leading 1 is a zero byte.
  const zeros = text.search(/[^1]|$/)
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  const rest = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
  return zeros + rest === 32
}
