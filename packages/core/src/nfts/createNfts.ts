import { type ChainId, toFoyerError } from '@foyer/protocol'
import type { Nft } from '@foyer/protocol/api'
import { createPageReads, type PageRead } from '../account/createPageReads.ts'
import type { Foyer } from '../foyer.ts'
import { createStore, type Store } from '../store/createStore.ts'
import { followNfts } from './followNfts.ts'
import { getNfts, type NftPage } from './getNfts.ts'
import { type NftsState, unreadNfts } from './nftsState.ts'

/** Reads the pages of an account's NFTs. Its functions never reject: see `error` in the state. */
export type Nfts = {
  readonly store: Pick<Store<NftsState>, 'get' | 'subscribe'>
  /** Selects the account and reads its first page, unless it is selected already; undefined clears the state. */
  show(owner: { readonly address: string; readonly chainId: ChainId } | undefined): void
  /** Reads the next page; joins a running read. */
  loadNext(): Promise<void>
  /** Reads the known pages again. */
  refresh(): Promise<void>
  /** Shows or hides spam. @default hidden */
  showSpam(shown: boolean): void
}

type Known = {
  readonly nfts: readonly Nft[]
  readonly next: string | null | undefined
  readonly pages: number
}

const unread: Known = { nfts: [], next: undefined, pages: 0 }

/**
 * Creates a reader of NFTs, which shows one account on one network at a time. It reads one page at a time, drops the
 * answer for another account or network, and reads again while descriptions are missing and after the account has sent
 * something. A failed read clears the list. Call `show(undefined)` to end it.
 *
 * @example
 *   const nfts = createNfts(foyer)
 *   nfts.store.subscribe(() => render(nfts.store.get()))
 *   nfts.show({ address, chainId: 'eip155:1' })
 *
 * @source spec 2.4, 3.4
 */
export function createNfts(foyer: Foyer): Nfts {
  const store = createStore<NftsState>({ ...unreadNfts, showsSpam: false })
  let owner: Parameters<Nfts['show']>[0]
  let known = unread
  let stopFollowing = () => {}

  const write = (more: Partial<NftsState>) =>
    store.set((state) => {
      const next = { ...state, ...more }
      return { ...next, ...arrange(known, next.showsSpam) }
    })

  /** Reads the pages that are known, or the first, or the one after the last. */
  async function readPages(isNext: boolean, signal: AbortSignal): Promise<NftPage & Known> {
    let pages = isNext ? known.pages : 0
    let nfts = isNext ? known.nfts : []
    let cursor = isNext ? known.next : undefined
    for (;;) {
      const page = await getNfts(foyer, { ...owner, cursor: cursor ?? undefined, signal })
      pages++
      nfts = withoutDoubles([...nfts, ...page.data])
      cursor = page.next
      if (isNext || cursor === null || pages >= known.pages) return { ...page, nfts, pages }
    }
  }

  /** @param isQuiet - Not asked for: a failure changes nothing. */
  async function read(
    kind: PageRead,
    { isQuiet, signal }: { isQuiet: boolean; signal: AbortSignal },
  ) {
    if (!isQuiet) write({ loading: kind })
    try {
      const { coverage, next, nfts, pages } = await readPages(kind === 'next', signal)
      if (signal.aborted) return
      known = { next, nfts, pages }
      write({ loading: undefined, error: null, coverage })
    } catch (thrown) {
      if (signal.aborted) return
      const error = toFoyerError(thrown)
      foyer.log('info', 'the NFTs could not be read', error)
      if (isQuiet) return
      known = unread
      write({ loading: undefined, coverage: undefined, error })
    }
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
      write(unreadNfts)
      if (!owner) return
      void reads.begin('first')
      stopFollowing = followNfts(foyer, {
        ...owner,
        store,
        isIncomplete: () => known.nfts.some(({ isPending }) => isPending),
        read: async () => (store.get().error ? undefined : refresh(true)),
      })
    },
    async loadNext() {
      const running = reads.running()
      if (running && !running.isQuiet) return running.done
      if (typeof known.next === 'string') return reads.begin('next')
    },
    refresh: () => refresh(),
    showSpam: (showsSpam) => write({ showsSpam }),
  }
}

/** The fields that follow from the pages. */
function arrange({ next, nfts }: Known, showsSpam: boolean) {
  const clean = nfts.filter(({ isSpam }) => !isSpam)
  const shown = showsSpam ? nfts : clean
  return {
    nfts: shown,
    spamCount: nfts.length - clean.length,
    next,
    empty: next === null && shown.length === 0,
  }
}

function withoutDoubles(nfts: readonly Nft[]): readonly Nft[] {
  const keys = new Set<string>()
  return nfts.filter(({ chainId, contract, tokenId }) => {
    const key = `${chainId} ${contract} ${tokenId}`
    return !keys.has(key) && keys.add(key)
  })
}
