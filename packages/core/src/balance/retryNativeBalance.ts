import type { Namespace } from '@foyer/protocol'
import { readOwner } from '../account/readOwner.ts'
import { setDetails } from '../account/setDetails.ts'
import type { Foyer } from '../foyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { untilAwake } from '../wait/untilAwake.ts'
import { nativeFacts } from './agreeBalances.ts'
import { getNativeBalance } from './getNativeBalance.ts'

/** Before the first retry and the longest before a later one, ms; each is twice the one before. */
export const balanceRetries = { firstMs: 1_000, longestMs: 30_000 } as const

/**
 * Reads a native balance whose first read failed again, in growing intervals and whenever the page wakes, until it is
 * known. Shows no loading meanwhile, so that nothing flickers. Ends when another account or network takes its place.
 */
export async function retryNativeBalance(foyer: Foyer, namespace: Namespace): Promise<void> {
  const { running, store } = foyer
  const owner = readOwner(store.get(), namespace)
  if (!owner) return
  const { address, chainId } = owner
  const { stop } = running
  running.balanceRetries ??= new Map()
  const retries = running.balanceRetries
  // A later account or network, or the same one again, takes the place of this loop.
  const own = Symbol('retry')
  retries.set(namespace, own)
  const isWanted = () => {
    const now = readOwner(store.get(), namespace)
    return (
      retries.get(namespace) === own &&
      running.stop === stop &&
      now?.address === address &&
      now.chainId === chainId &&
      store.get().details[namespace]?.balance === undefined
    )
  }
  for (let waitMs: number = balanceRetries.firstMs; ; waitMs *= 2) {
    await untilAwake(Math.min(waitMs, balanceRetries.longestMs))
    if (!isWanted()) return
    try {
      const balance = await getNativeBalance(foyer, { address, chainId })
      const network = requireNetwork(foyer, chainId)
      return setDetails(foyer, {
        details: (known) => nativeFacts(known, { balance, network }),
        forAddress: address,
        forChainId: chainId,
        namespace,
      })
    } catch (error) {
      foyer.log('info', 'the native balance could not be read again', error)
    }
  }
}
