import { type ChainId, namespaceOf, parseAccountId } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'

/** Returns the network where the tokens of a swap arrive; undefined if it is the one where they are paid. */
export function readDestination({
  chainId,
  to,
}: {
  readonly chainId: ChainId
  readonly to: Pick<SwapToken, 'address'>
}): ChainId | undefined {
  const toChainId = parseAccountId(to.address)?.chainId
  return toChainId === chainId ? undefined : toChainId
}

/** Returns whether an account has the same address on two networks. */
export const isReachable = (from: ChainId, to: ChainId): boolean =>
  namespaceOf(from) === namespaceOf(to)
