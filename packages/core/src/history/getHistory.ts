import {
  getHistory as endpoint,
  type HistoryCoverage,
  type HistoryTransaction,
} from '@foyer/protocol/api'
import { type AccountPageParameters, readAccountPage } from '../account/readAccountPage.ts'
import type { Foyer } from '../foyer.ts'

/** A page of a history. */
export type HistoryPage = {
  /** Newest first, spam included: `hideSpam` removes it. */
  readonly data: readonly HistoryTransaction[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
  /** Limits of what the api knows. */
  readonly coverage: HistoryCoverage
}

/**
 * Reads one page of an account's transactions on one network from the api, newest first. Nothing is cached.
 *
 * @returns At most 50 transactions, with amounts as exact decimals in token units.
 * @throws FoyerError `not-connected` (without `address`), `network-undefined`, `chain-unsupported` (the api does not
 *   read this network), `transactions-failed` (also without `apiUrl`), `request-aborted`
 * @example const { data, next } = await getHistory(foyer)
 *
 * @source spec 1.8, 7.31, 8.2
 */
export const getHistory = (
  foyer: Foyer,
  parameters: getHistory.Parameters = {},
): Promise<HistoryPage> => readAccountPage(foyer, endpoint, 'transactions-failed', parameters)

export declare namespace getHistory {
  type Parameters = AccountPageParameters & {
    /** Name of a seller, from `getOnrampOptions`: only what was bought from it here and has arrived. @default everything */
    onramp?: string | undefined
  }
}
