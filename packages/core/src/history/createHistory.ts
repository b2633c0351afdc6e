import { type ChainId, type FoyerError, toFoyerError } from '@foyer/protocol'
import type { HistoryTransaction } from '@foyer/protocol/api'
import { createPageReads, type PageRead } from '../account/createPageReads.ts'
import { track } from '../events/track.ts'
import type { Foyer } from '../foyer.ts'
import { createStore, type Store } from '../store/createStore.ts'
import { followSent } from './followSent.ts'
import { getHistory } from './getHistory.ts'
import { groupHistory } from './groupHistory.ts'
import { hideSpam } from './hideSpam.ts'
import { type HistoryState, unreadHistory } from './historyState.ts'
import { appendPage, type KnownPages, renewPages } from './mergePages.ts'

/** An account on a network. */
export type HistoryOwner = { readonly address: string; readonly chainId: ChainId }

/** Reads the pages of a history. Its functions never reject: see `error` in the state. */
export type History = {
  readonly store: Pick<Store<HistoryState>, 'get' | 'subscribe'>
  /** Selects the account and reads its first page, unless it is selected already; undefined clears the state. */
  show(owner: HistoryOwner | undefined): void
  /** Reads the next page; joins a running read. */
  loadNext(): Promise<void>
  /** Reads the first page again, and keeps the later ones where the list has no gap. */
  refresh(): Promise<void>
  /** Shows or hides transfers of spam NFTs. @default hidden */
  showSpam(shown: boolean): void
}

/**
 * Creates a reader of histories, which shows one account on one network at a time. It reads one page at a time, drops
 * the answer for another account or network, and reads again until it lists what this instance has sent. A failed read
 * clears the list and the cursor, and tracks `ERROR_FETCH_TRANSACTIONS`. Call `show(undefined)` to end it.
 *
 * @example
 *   const history = createHistory(foyer)
 *   history.store.subscribe(({ years, error }) => render(years, error))
 *   history.show({ address, chainId: 'eip155:1' })
 *
 * @source spec 3.3, 3.4, 4.27
 */
export function createHistory(foyer: Foyer): History {
  const store = createStore<HistoryState>({
    ...unreadHistory,
    showsSpam: false,
    lastNetworkInView: undefined,
  })
  const unread: KnownPages = { transactions: [], next: undefined }
  let owner: HistoryOwner | undefined
  let known = unread
  let stopFollowing = () => {}

  const write = (more: Partial<HistoryState>) =>
    store.set((state) => {
      const next = { ...state, ...more }
      return { ...next, ...arrange(known, next.showsSpam) }
    })

  /** @param isQuiet - Not asked for: a failure changes nothing. */
  async function read(
    kind: PageRead,
    { isQuiet, signal }: { isQuiet: boolean; signal: AbortSignal },
  ) {
    write({ loading: kind })
    try {
      const cursor = kind === 'next' ? (known.next ?? undefined) : undefined
      const page = await getHistory(foyer, { ...owner, cursor, signal })
      if (signal.aborted) return
      known = kind === 'next' ? appendPage(known, page) : renewPages(known, page)
      write({ loading: undefined, error: null, coverage: page.coverage })
    } catch (thrown) {
      if (signal.aborted) return
      const error = toFoyerError(thrown)
      foyer.log('info', 'the history could not be read', error)
      if (isQuiet) return write({ loading: undefined })
      fail(error)
    }
  }

  /** @source spec 4.27 */
  function fail(error: FoyerError): void {
    const isFirst = known.next === undefined
    known = unread
    write({ loading: undefined, coverage: undefined, error })
    track(foyer, {
      event: 'ERROR_FETCH_TRANSACTIONS',
      properties: { code: error.code, isFirst },
    })
  }

  const reads = createPageReads({
    hasPages: () => known.next !== undefined,
    read,
    readLoading: () => store.get().loading,
  })
  const refresh = async (isQuiet = false) => (owner ? reads.refresh(isQuiet) : undefined)

  return {
    store,
    show(next) {
      if (next?.address === owner?.address && next?.chainId === owner?.chainId) return
      reads.stop()
      stopFollowing()
      owner = next && { address: next.address, chainId: next.chainId }
      known = unread
      write({ ...unreadHistory, lastNetworkInView: owner?.chainId })
      if (!owner) return
      void reads.begin('first')
      stopFollowing = followSent(foyer, {
        ...owner,
        isListed: (hash) => known.transactions.some(({ metadata }) => metadata.hash === hash),
        read: async () => (store.get().error ? undefined : refresh(true)),
      })
    },
    async loadNext() {
      const running = reads.running()
      if (running) return running.done
      if (typeof known.next === 'string') return reads.begin('next')
    },
    refresh: () => refresh(),
    showSpam: (showsSpam) => write({ showsSpam }),
  }
}

/** The fields that follow from the pages. */
function arrange({ next, transactions }: KnownPages, showsSpam: boolean) {
  const clean = hideSpam(transactions)
  const shown: readonly HistoryTransaction[] = showsSpam ? transactions : clean.transactions
  return {
    transactions: shown,
    years: groupHistory(shown),
    spamCount: clean.spamCount,
    next,
    empty: next === null && shown.length === 0,
  }
}
