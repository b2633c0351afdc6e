import { keccak256 } from './keccak256.ts'

const shape = /^0x[0-9a-fA-F]{40}$/

/**
 * Whether `text` is an EVM address: `0x` and 40 hex digits. `strict` (the default) also refuses a mistyped checksum;
 * an address of one letter case carries none.
 *
 * @source ledger 5.9; https://eips.ethereum.org/EIPS/eip-55
 */
export function isAddress(text: string, { strict = true }: { strict?: boolean } = {}): boolean {
  if (typeof text !== 'string' || !shape.test(text)) return false
  if (!strict) return true
  const digits = text.slice(2)
  return (
    digits === digits.toLowerCase() ||
    digits === digits.toUpperCase() ||
    text === checksumAddress(text)
  )
}

/**
 * The address with its EIP-55 checksum, whatever the letter case it came in.
 *
 * @param address - `0x` and 40 hex digits, checked before.
 * @source https://eips.ethereum.org/EIPS/eip-55
 */
export function checksumAddress(address: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(digits)
  return `0x${digits.replace(/[a-f]/g, (digit, at: number) =>
    Number.parseInt(hash.charAt(at), 16) > 7 ? digit.toUpperCase() : digit,
  )}`
}
