import { type ChainId, namespaceOf } from '@foyer/protocol'
import { readOwner } from '../account/readOwner.ts'
import type { Foyer } from '../foyer.ts'
import { watch } from '../store/watch.ts'
import { untilAwake } from '../wait/untilAwake.ts'

/** Pauses between reads, ms; each is twice the previous one. After `totalMs` a transaction is given up. */
const pauses = { firstMs: 1_000, longestMs: 30_000, totalMs: 180_000 } as const

/**
 * Reads a history again until it lists the transactions that this instance has sent from the account: the api needs
 * some time to read new blocks.
 *
 * @param parameters.read - Must not reject.
 * @returns A stop function.
 */
export function followSent(
  foyer: Foyer,
  {
    address,
    chainId,
    isListed,
    read,
  }: {
    address: string
    chainId: ChainId
    isListed: (hash: string) => boolean
    read: () => Promise<void>
  },
): () => void {
  const namespace = namespaceOf(chainId)
  const readSent = ({ details }: ReturnType<Foyer['store']['get']>) =>
    details[namespace]?.transactions
  const isIncomplete = () =>
    readOwner(foyer.store.get(), namespace)?.address === address &&
    readSent(foyer.store.get())?.some(
      (sent) =>
        sent.chainId === chainId &&
        Date.now() - sent.sentAt < pauses.totalMs &&
        !isListed(sent.hash),
    ) === true
  // A later run replaces an earlier one.
  let runs = 0
  const run = async () => {
    const own = ++runs
    for (let waitMs: number = pauses.firstMs; isIncomplete(); waitMs *= 2) {
      await untilAwake(Math.min(waitMs, pauses.longestMs))
      if (own !== runs) return
      if (isIncomplete()) await read()
      if (own !== runs) return
    }
  }
  const stopWatching = watch(foyer.store, readSent, () => void run())
  void run()
  return () => {
    runs++
    stopWatching()
  }
}
