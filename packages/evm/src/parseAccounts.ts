import type { Session } from '@foyer/core'
import { checksumAddress } from './address.ts'
import { hasAddressShape } from './hasAddressShape.ts'

/**
 * Returns a wallet's accounts, each once, with their EIP-55 checksum; drops invalid ones. Another checksum is accepted:
 * some chains have their own (EIP-1191).
 */
export function parseAccounts(value: unknown): Session['accounts'] {
  if (!Array.isArray(value)) return []
  const addresses = value.filter(hasAddressShape).map(checksumAddress)
  return [...new Set(addresses)].map((address) => ({ address }))
}
