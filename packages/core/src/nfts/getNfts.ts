import { getNfts as endpoint, type HistoryCoverage, type Nft } from '@foyer/protocol/api'
import { type AccountPageParameters, readAccountPage } from '../account/readAccountPage.ts'
import type { Foyer } from '../foyer.ts'

/** A page of NFTs. */
export type NftPage = {
  /** Spam included: see `isSpam`. */
  readonly data: readonly Nft[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
  /** Limits of what the api knows. */
  readonly coverage: HistoryCoverage
}

/**
 * Reads one page of the NFTs that an account holds on one network from the api. Nothing is cached.
 *
 * @returns At most 50 NFTs. Those with `isPending` have no name and image yet: read again in a moment.
 * @throws FoyerError `not-connected` (without `address`), `network-undefined`, `chain-unsupported` (the api does not
 *   read this network), `http-failed` (also without `apiUrl`), `request-aborted`
 * @example const { data, next } = await getNfts(foyer)
 *
 * @source spec 2.4, 7.35
 */
export const getNfts = (foyer: Foyer, parameters: getNfts.Parameters = {}): Promise<NftPage> =>
  readAccountPage(foyer, endpoint, 'http-failed', parameters)

export declare namespace getNfts {
  type Parameters = AccountPageParameters
}
