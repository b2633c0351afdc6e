import { checksumAddress, toHex } from '@foyer/decode/internal'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Derives the EIP-55 address of an uncompressed public key (65 bytes). */
export function publicKeyAddress(publicKey: Uint8Array): string {
  return checksumAddress(toHex(keccak_256(publicKey.subarray(1)).subarray(12)))
}
