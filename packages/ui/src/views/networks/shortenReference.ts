import { type ChainId, referenceOf } from '@foyer/protocol'
import { shortenAddress } from '../../format/shortenAddress.ts'

/** Shortens an unnamed network's reference: its number, or the ends of its genesis hash. */
export function shortenReference(chainId: ChainId): string {
  const reference = referenceOf(chainId)
  return reference.length > 12 ? shortenAddress(reference) : reference
}
