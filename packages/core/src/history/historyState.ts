import type { ChainId, FoyerError } from '@foyer/protocol'
import type { HistoryCoverage, HistoryTransaction } from '@foyer/protocol/api'
import type { PageRead } from '../account/createPageReads.ts'
import type { HistoryYear } from './groupHistory.ts'

/** The history of one account on one network, as far as it was read. @source spec 3.3 */
export type HistoryState = {
  /** Newest first, each once; without spam NFTs unless they are wanted. */
  readonly transactions: readonly HistoryTransaction[]
  /** The same, by year and month in the time zone of the device. */
  readonly years: readonly HistoryYear[]
  /** The running read: the first page, the next one, or the first one again. */
  readonly loading: PageRead | undefined
  /** The whole history was read, and there is nothing in it. */
  readonly empty: boolean
  /** Cursor of the next page; null after the last, undefined before the first. */
  readonly next: string | null | undefined
  /** Limits of what the api knows; undefined before the first page. */
  readonly coverage: HistoryCoverage | undefined
  /** Number of transactions with transfers of spam NFTs, shown or hidden. */
  readonly spamCount: number
  readonly showsSpam: boolean
  /** Error of the last read; null unless it failed. */
  readonly error: FoyerError | null
  /** The network that the transactions belong to. */
  readonly lastNetworkInView: ChainId | undefined
}

export const unreadHistory = {
  transactions: [],
  years: [],
  loading: undefined,
  empty: false,
  next: undefined,
  coverage: undefined,
  spamCount: 0,
  error: null,
} satisfies Partial<HistoryState>
