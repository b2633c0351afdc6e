import { concat, toHex } from '@foyer/decode/internal'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmSignature } from '../keys/signSecp256k1.ts'

/** Computes the digest that `personal_sign` signs, 32 bytes. @source EIP-191 version 0x45 */
export function personalDigest(message: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`)
  return keccak_256(concat(head, message))
}

/** Encodes a signature as r, s and v (27 or 28): 65 bytes in hex, `0x…`. */
export function signatureHex({ r, s, yParity }: EvmSignature): string {
  return toHex(concat(r, s, Uint8Array.of(27 + yParity)))
}
