import type { Nft } from '@foyer/protocol/api'

/** An NFT of an account on Solana, before its description is read. */
export type NftAsset = Pick<Nft, 'collection' | 'name' | 'standard'> & {
  /** Address of the mint, or id of the asset. */
  readonly id: string
  readonly isCompressed: boolean
  readonly isSendable: boolean
}

/** A page of NFTs. */
export type AssetPage = {
  readonly assets: readonly NftAsset[]
  /** Place after it; undefined on the last page. */
  readonly next: string | undefined
}

/** NFTs in a page. */
export const pageSize = 50
