import type { Namespace } from '@foyer/protocol'
import { readOwner } from '../account/readOwner.ts'
import { setDetails } from '../account/setDetails.ts'
import type { Foyer } from '../foyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { untilAwake } from '../wait/untilAwake.ts'
import { nativeFacts } from './agreeBalances.ts'
import { getNativeBalance } from './getNativeBalance.ts'

/** First and longest retry delay, ms; each delay is twice the previous one. */
export const balanceRetries = { firstMs: 1_000, longestMs: 30_000 } as const

/**
 * Retries a failed first read of the native balance with growing delays, and whenever the page becomes active, until it
 * succeeds. Sets no loading state, so that the screen does not flicker. Stops when the account or network changes, and with the
 * instance: one that was not started is never stopped, so it does not retry.
 */
export async function retryNativeBalance(foyer: Foyer, namespace: Namespace): Promise<void> {
  const { running, store } = foyer
  const owner = readOwner(store.get(), namespace)
  if (!owner) return
  const { address, chainId } = owner
  const { stop } = running
  if (!stop) return
  running.balanceRetries ??= new Map()
  const retries = running.balanceRetries
  // A later call for this namespace replaces this loop.
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
