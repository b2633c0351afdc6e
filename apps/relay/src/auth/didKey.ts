const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Multicodec of an Ed25519 public key. @source https://w3c-ccg.github.io/did-key-spec/ */
const ed25519Prefix = [0xed, 0x01]
const prefix = 'did:key:z'

/**
 * Parses the Ed25519 public key out of a `did:key`.
 * @returns its 32 bytes; undefined for anything but a canonical Ed25519 `did:key`
 */
export function parseDidKey(did: string): Uint8Array | undefined {
  // 34 bytes are 46 to 48 characters: longer texts are not decoded.
  if (!did.startsWith(prefix) || did.length > prefix.length + 48) return undefined
  const text = did.slice(prefix.length)
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16).padStart(68, '0')
  // A leading "1" encodes a zero byte, which would allow a second encoding of the same key.
  if (hex.length !== 68 || text.startsWith('1')) return undefined
  const bytes = Buffer.from(hex, 'hex')
  if (bytes[0] !== ed25519Prefix[0] || bytes[1] !== ed25519Prefix[1]) return undefined
  return bytes.subarray(2)
}
