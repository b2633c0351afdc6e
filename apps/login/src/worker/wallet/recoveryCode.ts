import { FoyerError } from '@foyer/protocol'
import { sha256 } from '@noble/hashes/sha2.js'

type Bytes = Uint8Array<ArrayBuffer>

/** @source https://www.crockford.com/base32.html */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const letters = 28

function checksum(secret: Uint8Array): number {
  const label = new TextEncoder().encode('foyer1:code:')
  const digest = sha256.create().update(label).update(secret).digest()
  return ((digest[0]! << 8) | digest[1]!) >> 6
}

/** Returns a bit of the code's 140 bits (28 letters of 5): 128 of the secret, 2 zeros, 10 of the checksum. */
function bitAt(secret: Uint8Array, check: number, index: number): number {
  if (index < 128) return (secret[index >> 3]! >> (7 - (index & 7))) & 1
  return index < 130 ? 0 : (check >> (139 - index)) & 1
}

/** Encodes 16 secret bytes as a recovery code: 26 letters and 2 checksum letters, as ASCII bytes. */
export function encodeRecoveryCode(secret: Bytes): Bytes {
  const check = checksum(secret)
  return Uint8Array.from({ length: letters }, (_, letter) => {
    let value = 0
    for (let bit = 0; bit < 5; bit++) value = (value << 1) | bitAt(secret, check, letter * 5 + bit)
    return alphabet.charCodeAt(value)
  })
}

/** Returns the value of a typed letter, in either case; reads O as 0, and I and L as 1. */
function letterValue(code: number): number {
  const upper = code >= 0x61 ? code - 0x20 : code
  if (upper === 0x4f) return 0
  if (upper === 0x49 || upper === 0x4c) return 1
  return alphabet.indexOf(String.fromCharCode(upper))
}

/**
 * Decodes a typed recovery code to its 16 secret bytes. Ignores spaces and dashes.
 *
 * @throws {@link FoyerError} `input-invalid` when the code is incomplete or mistyped
 */
export function decodeRecoveryCode(typed: Uint8Array): Bytes {
  const secret = new Uint8Array(16)
  let check = 0
  let count = 0
  let valid = true
  for (const code of typed) {
    if (code === 0x20 || code === 0x2d) continue
    const value = letterValue(code)
    if (value < 0 || count === letters) {
      valid = false
      break
    }
    for (let bit = 0; bit < 5; bit++) {
      const index = count * 5 + bit
      const set = (value >> (4 - bit)) & 1
      if (index < 128) secret[index >> 3]! |= set << (7 - (index & 7))
      else if (index < 130) valid &&= set === 0
      else check = (check << 1) | set
    }
    count++
  }
  if (valid && count === letters && check === checksum(secret)) return secret
  secret.fill(0)
  throw new FoyerError('input-invalid', {
    details: 'The recovery code is not complete or mistyped.',
  })
}
