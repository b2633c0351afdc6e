import type { HistoryCoverage } from '@foyer/protocol/api'
import type { Chain, EvmChain, SolanaChain } from '../chains/chainConfig.ts'
import type { NftId } from '../nfts/nftMetadata.ts'

/** A request for one page of an account's history or NFTs. */
export type HistoryRequest<chain extends Chain> = {
  /** At least one, all of one namespace. */
  readonly chains: readonly chain[]
  readonly address: string
  readonly cursor: string | undefined
  /** Only these transactions: purchases, shown as `bought`. @default all */
  readonly purchases?: readonly string[] | undefined
  /**
   * Counts a new account whose past is asked for. @default uncounted
   * @returns false when the caller has asked for too many; its past is not read then
   */
  readonly takeBackfill?: (() => Promise<boolean>) | undefined
  /** Returns the URL of a token's picture. */
  readonly iconOf: (symbol: string) => string
  /** Returns the URL of an NFT's image. */
  readonly imageOf: (id: Omit<NftId, 'standard'>, version: string) => string
}

export type Page<item> = { data: item[]; next: string | null; coverage: HistoryCoverage }

export const isOnSolana = (
  request: HistoryRequest<EvmChain> | HistoryRequest<SolanaChain>,
): request is HistoryRequest<SolanaChain> => request.chains[0]?.namespace === 'solana'
