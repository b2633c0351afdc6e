import type { Queries } from '../database/apiDatabase.ts'
import { parseAsset } from '../history/parseAsset.ts'
import { isSpamNft } from './isSpamNft.ts'
import { keyOfNft, type NftId, type NftMetadata } from './nftMetadata.ts'
import { readNftOrigins } from './readNftOrigins.ts'
import type { NftStandard } from './tokenUri.ts'

/** An NFT as an account sees it. */
export type NftDescription = {
  readonly name: string | null
  readonly imageUrl: string | null
  readonly isSpam: boolean
  /** Its description was not read yet. */
  readonly isPending: boolean
}

/**
 * Describes NFTs that an account received.
 *
 * @param parameters.account - address in its stored form
 * @param parameters.assets - as stored; others than NFTs are skipped
 * @param parameters.imageOf - returns the URL of an image
 * @param parameters.waitMs - time to wait for descriptions that are read for the first time. @default 0
 * @returns A function of an asset and the name of its collection.
 */
export async function describeNfts(
  { metadata, queries }: { metadata: NftMetadata; queries: Pick<Queries, 'select'> },
  { account, assets, imageOf, waitMs }: describeNfts.Parameters,
): Promise<
  (chainId: string, asset: string, collection: string | null | undefined) => NftDescription
> {
  const nfts = assets.flatMap(({ asset, chainId }) => readNftId(chainId, asset) ?? [])
  const [facts, origins] = await Promise.all([
    metadata.get(nfts, waitMs),
    readNftOrigins(queries, {
      account,
      assets: nfts.map(({ asset, chainId }) => ({ asset, chainId })),
    }),
  ])
  return (chainId, asset, collection = null) => {
    const id = readNftId(chainId, asset)
    const known = id && facts.get(keyOfNft(id))
    const origin = origins.get(`${chainId} ${asset}`)
    return {
      name: known?.name ?? null,
      imageUrl: known?.imageVersion ? imageOf(id!, known.imageVersion) : null,
      isSpam: isSpamNft({ collection, facts: known, origin }),
      isPending: known === undefined,
    }
  }
}

export declare namespace describeNfts {
  type Parameters = {
    account: string
    assets: readonly { readonly chainId: string; readonly asset: string }[]
    imageOf: (id: Omit<NftId, 'standard'>, version: string) => string
    waitMs?: number | undefined
  }
}

function readNftId(chainId: string, asset: string): (NftId & { asset: string }) | undefined {
  const { contract = '', standard, tokenId } = parseAsset(asset) ?? {}
  if (tokenId === undefined) return undefined
  return { asset, chainId, contract, tokenId, standard: standard as NftStandard }
}
