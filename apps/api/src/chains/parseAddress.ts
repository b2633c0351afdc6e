import { getAddress, isAddress } from 'viem/utils'
import type { Chain } from './chainConfig.ts'
import { isSolanaAddress } from './isSolanaAddress.ts'

/** Parses an address. @returns Its namespace and canonical form; undefined for an invalid one. */
export function parseAddress(
  text: string,
): { address: string; namespace: Chain['namespace'] } | undefined {
  if (isAddress(text, { strict: false })) return { address: getAddress(text), namespace: 'eip155' }
  if (isSolanaAddress(text)) return { address: text, namespace: 'solana' }
  return undefined
}
