import { type ChainId, referenceOf } from '@foyer/protocol'
import { shortenAddress } from '../../format/shortenAddress.ts'

/** What a chain family calls a network that nobody named: its number, or the ends of its genesis hash. */
export function shortenReference(chainId: ChainId): string {
  const reference = referenceOf(chainId)
  return reference.length > 12 ? shortenAddress(reference) : reference
}
