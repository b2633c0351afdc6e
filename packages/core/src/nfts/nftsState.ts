import type { FoyerError } from '@foyer/protocol'
import type { HistoryCoverage, Nft } from '@foyer/protocol/api'
import type { PageRead } from '../account/createPageReads.ts'

/** The NFTs of one account on one network, as far as they were read. */
export type NftsState = {
  /** Each once; without spam unless it is wanted. */
  readonly nfts: readonly Nft[]
  /** The running read: the first page, the next one, or the known ones again. */
  readonly loading: PageRead | undefined
  /** All pages were read, and there is nothing to show. */
  readonly empty: boolean
  /** Cursor of the next page; null after the last, undefined before the first. */
  readonly next: string | null | undefined
  /** Limits of what the api knows; undefined before the first page. */
  readonly coverage: HistoryCoverage | undefined
  /** Number of spam NFTs, shown or hidden. */
  readonly spamCount: number
  readonly showsSpam: boolean
  /** Error of the last read; null unless it failed. */
  readonly error: FoyerError | null
}

export const unreadNfts = {
  nfts: [],
  loading: undefined,
  empty: false,
  next: undefined,
  coverage: undefined,
  spamCount: 0,
  error: null,
} satisfies Partial<NftsState>
