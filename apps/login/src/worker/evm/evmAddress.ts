import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from './hex.ts'

/** The address in its mixed case. @source EIP-55 */
export function checksumAddress(address: string): string {
  const lower = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(lower))
  const letters = Array.from(lower, (letter, index) => {
    const nibble = (hash[index >> 1]! >> (index % 2 === 0 ? 4 : 0)) & 15
    return nibble >= 8 ? letter.toUpperCase() : letter
  })
  return `0x${letters.join('')}`
}

/** The EIP-55 address of an uncompressed public key (65 bytes). */
export function publicKeyAddress(publicKey: Uint8Array): string {
  return checksumAddress(toHex(keccak_256(publicKey.subarray(1)).subarray(12)))
}
