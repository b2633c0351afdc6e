import { concat, toHex } from '@foyer/decode/internal'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmSignature } from '../keys/signSecp256k1.ts'

/** The digest of `personal_sign`. @source EIP-191 version 0x45 */
export function personalDigest(message: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`)
  return keccak_256(concat(head, message))
}

/** r, s and v (27 or 28) as 65 bytes in hex. */
export function signatureHex({ r, s, yParity }: EvmSignature): string {
  return toHex(concat(r, s, Uint8Array.of(27 + yParity)))
}
