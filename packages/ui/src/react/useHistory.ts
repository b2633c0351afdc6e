import { createHistory, type HistoryState } from '@foyer/core'
import { type PagesParameters, type PagesQuery, usePages } from './usePages.ts'

/** The pages of a history that were read. */
export type HistoryData = Pick<HistoryState, 'spamCount' | 'transactions' | 'years'> & {
  /** Limits of what the api knows. */
  readonly coverage: NonNullable<HistoryState['coverage']>
}

export type HistoryQuery = PagesQuery<HistoryData>

/**
 * Reads the transactions of an account on a network, newest first: the first page on mount, the others on
 * `fetchNextPage`. Reads again until it lists what this instance has sent. Needs an api.
 *
 * @param parameters.address - @default the connected account of the namespace
 * @param parameters.chainId - @default the network that the namespace is on
 * @param parameters.namespace - Without `chainId`. @default the active one
 * @param parameters.showsSpam - Include transfers of spam NFTs. @default false
 * @returns A query, pending without an account; fails as `getHistory` of the core, without data then.
 * @example const { data, fetchNextPage, hasNextPage } = useHistory()
 */
export const useHistory = (parameters: PagesParameters = {}): HistoryQuery =>
  usePages(createHistory, dataOf, parameters)

const dataOf = ({ coverage, spamCount, transactions, years }: HistoryState) =>
  coverage && { coverage, spamCount, transactions, years }
