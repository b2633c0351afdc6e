import { getAddress, isAddress as isChecksumRight } from 'viem'
import { hasAddressShape } from './hasAddressShape.ts'

/**
 * True if `text` is an EVM address: `0x` and 40 hex digits. `strict` (the default) also rejects a wrong checksum; an
 * address of one letter case carries none.
 *
 * @source spec 5.9; https://eips.ethereum.org/EIPS/eip-55
 */
export function isAddress(text: string, { strict = true }: { strict?: boolean } = {}): boolean {
  if (!hasAddressShape(text)) return false
  const digits = text.slice(2)
  return !strict || digits === digits.toUpperCase() || isChecksumRight(text)
}

/**
 * Returns the address with its EIP-55 checksum, in any input case.
 *
 * @param address - Must have the shape of an address.
 */
export function checksumAddress(address: string): `0x${string}` {
  return getAddress(address.toLowerCase())
}
