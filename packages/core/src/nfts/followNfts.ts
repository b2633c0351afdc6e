import { type ChainId, namespaceOf } from '@foyer/protocol'
import { readOwner } from '../account/readOwner.ts'
import type { Foyer } from '../foyer.ts'
import type { Store } from '../store/createStore.ts'
import { watch } from '../store/watch.ts'
import { untilAwake } from '../wait/untilAwake.ts'
import type { NftsState } from './nftsState.ts'

/** Pauses between reads, ms; each is twice the previous one. */
const pauses = { firstMs: 1_000, longestMs: 16_000 } as const
/** Time after a transaction in which it may change what the api lists, ms. */
const sentMs = 60_000
/** Time to wait for descriptions, ms: later, they come with the next read. */
const pendingMs = 60_000

/**
 * Reads NFTs again while descriptions are missing, and for a while after this instance has sent a transaction from the
 * account.
 *
 * @param parameters.isIncomplete - Descriptions are missing.
 * @param parameters.read - Must not reject.
 * @returns A stop function.
 */
export function followNfts(
  foyer: Foyer,
  {
    address,
    chainId,
    isIncomplete,
    read,
    store,
  }: {
    address: string
    chainId: ChainId
    isIncomplete: () => boolean
    read: () => Promise<void>
    store: Pick<Store<NftsState>, 'subscribe'>
  },
): () => void {
  const namespace = namespaceOf(chainId)
  const readSent = ({ details }: ReturnType<Foyer['store']['get']>) =>
    details[namespace]?.transactions
  const hasJustSent = () =>
    readOwner(foyer.store.get(), namespace)?.address === address &&
    readSent(foyer.store.get())?.some(
      (sent) => sent.chainId === chainId && Date.now() - sent.sentAt < sentMs,
    ) === true
  const shownAt = Date.now()
  const isUnsettled = () => hasJustSent() || (isIncomplete() && Date.now() - shownAt < pendingMs)
  let isRunning = false
  let isStopped = false
  let waitMs: number = pauses.firstMs
  const run = async () => {
    if (isRunning) return
    isRunning = true
    while (!isStopped && isUnsettled()) {
      await untilAwake(waitMs)
      waitMs = Math.min(2 * waitMs, pauses.longestMs)
      if (!isStopped && isUnsettled()) await read()
    }
    isRunning = false
  }
  const stops = [
    watch(foyer.store, readSent, () => {
      waitMs = pauses.firstMs
      void run()
    }),
    // The first page tells what is missing.
    store.subscribe(() => void run()),
  ]
  void run()
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
