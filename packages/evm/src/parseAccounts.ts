import type { Session } from '@foyer/core'
import { checksumAddress } from './address.ts'
import { hasAddressShape } from './hasAddressShape.ts'

/**
 * The accounts that a wallet named, each once, with their EIP-55 checksum; what is no address is dropped. Another
 * checksum is no fault: some chains write their own (EIP-1191).
 */
export function parseAccounts(value: unknown): Session['accounts'] {
  if (!Array.isArray(value)) return []
  const addresses = value.filter(hasAddressShape).map(checksumAddress)
  return [...new Set(addresses)].map((address) => ({ address }))
}
