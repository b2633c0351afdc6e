import { createNfts, type NftsState } from '@foyer/core'
import { type PagesParameters, type PagesQuery, usePages } from './usePages.ts'

/** The pages of NFTs that were read. */
export type NftsData = Pick<NftsState, 'nfts' | 'spamCount'> & {
  /** Limits of what the api knows. */
  readonly coverage: NonNullable<NftsState['coverage']>
}

export type NftsQuery = PagesQuery<NftsData>

/**
 * Reads the NFTs of an account on a network: the first page on mount, the others on `fetchNextPage`. Reads again while
 * descriptions are missing and after the account has sent something. Needs an api.
 *
 * @param parameters.address - @default the connected account of the namespace
 * @param parameters.chainId - @default the network that the namespace is on
 * @param parameters.namespace - Without `chainId`. @default the active one
 * @param parameters.showsSpam - Include spam. @default false
 * @returns A query, pending without an account; fails as `getNfts` of the core, without data then.
 * @example const { data, fetchNextPage, hasNextPage } = useNfts()
 */
export const useNfts = (parameters: PagesParameters = {}): NftsQuery =>
  usePages(createNfts, dataOf, parameters)

const dataOf = ({ coverage, nfts, spamCount }: NftsState) =>
  coverage && { coverage, nfts, spamCount }
