import { getAddress, isAddress as isChecksumRight } from 'viem'
import { hasAddressShape } from './hasAddressShape.ts'

/**
 * Whether `text` is an EVM address: `0x` and 40 hex digits. `strict` (the default) also refuses a mistyped checksum;
 * an address of one letter case carries none.
 *
 * @source ledger 5.9; https://eips.ethereum.org/EIPS/eip-55
 */
export function isAddress(text: string, { strict = true }: { strict?: boolean } = {}): boolean {
  if (!hasAddressShape(text)) return false
  const digits = text.slice(2)
  return !strict || digits === digits.toUpperCase() || isChecksumRight(text)
}

/**
 * The address with its EIP-55 checksum, whatever the letter case it came in.
 *
 * @param address - Of the shape of an address, checked before.
 */
export function checksumAddress(address: string): `0x${string}` {
  return getAddress(address.toLowerCase())
}
