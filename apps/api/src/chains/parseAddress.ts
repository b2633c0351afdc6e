import { getAddress, isAddress } from 'viem/utils'
import type { Chain } from './chainConfig.ts'
import { isSolanaAddress } from './isSolanaAddress.ts'

/** Of which chain family an address is, and how it is written there. @returns undefined for what is none */
export function parseAddress(
  text: string,
): { address: string; namespace: Chain['namespace'] } | undefined {
  if (isAddress(text, { strict: false })) return { address: getAddress(text), namespace: 'eip155' }
  if (isSolanaAddress(text)) return { address: text, namespace: 'solana' }
  return undefined
}
