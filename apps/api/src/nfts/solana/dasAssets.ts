import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import { isMissingMethod } from '../../indexer/evm/isMissingMethod.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import { type AssetPage, type NftAsset, pageSize } from './nftAsset.ts'

const longestName = 64
const address = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const asset = v.object({
  interface: v.string(),
  id: address,
  content: v.nullish(
    v.object({
      json_uri: v.nullish(v.string()),
      metadata: v.nullish(v.object({ name: v.nullish(v.string()) })),
    }),
  ),
  compression: v.nullish(v.object({ compressed: v.boolean() })),
  grouping: v.nullish(
    v.array(
      v.object({
        group_key: v.string(),
        collection_metadata: v.nullish(v.object({ name: v.nullish(v.string()) })),
      }),
    ),
  ),
  ownership: v.object({ owner: v.string(), frozen: v.nullish(v.boolean()) }),
  burnt: v.nullish(v.boolean()),
})
const assets = v.object({ items: v.pipe(v.array(v.unknown()), v.maxLength(pageSize)) })
/** Kinds of assets that are NFTs, with the standard that they follow; the others are tokens and programs. */
const standards = new Map<string, NftAsset['standard']>([
  ...['V1_NFT', 'V2_NFT', 'V1_PRINT', 'LEGACY_NFT', 'ProgrammableNFT', 'Custom'].map(
    (kind) => [kind, 'SPL'] as const,
  ),
  ['MplCoreAsset', 'Core'],
])

/**
 * Reads a page of an account's NFTs from a node with the Digital Asset Standard, which also knows compressed ones. Burnt
 * ones, and those of another owner, are left out.
 *
 * @param page - from 1
 * @returns undefined when the node has no such list
 * @throws {@link HttpError} 502 when the node does not answer well
 * @source https://github.com/metaplex-foundation/digital-asset-standard-api
 */
export async function readAssets(
  rpc: ChainRpc,
  chain: SolanaChain,
  { address: owner, page }: { address: string; page: number },
): Promise<AssetPage | undefined> {
  const [answer] = await rpc.send(chain, [
    {
      method: 'getAssetsByOwner',
      params: JSON.stringify({
        ownerAddress: owner,
        page,
        limit: pageSize,
        sortBy: { sortBy: 'created', sortDirection: 'desc' },
        options: { showCollectionMetadata: true, showUnverifiedCollections: false },
      }),
    },
  ])
  if (answer !== undefined && isMissingMethod(answer)) return undefined
  const { items } = parseResult(chain, answer, assets)
  return {
    assets: items.flatMap((item) => {
      const parsed = v.safeParse(asset, item)
      return parsed.success && parsed.output.ownership.owner === owner
        ? describe(parsed.output)
        : []
    }),
    next: items.length === pageSize ? String(page + 1) : undefined,
  }
}

function describe(item: v.InferOutput<typeof asset>): NftAsset | [] {
  const standard = standards.get(item.interface)
  if (standard === undefined || item.burnt === true) return []
  const isCompressed = item.compression?.compressed === true
  const group = item.grouping?.find(({ group_key }) => group_key === 'collection')
  const isLocked = item.ownership.frozen === true || item.interface === 'ProgrammableNFT'
  return {
    id: item.id,
    name: nameOf(item.content?.metadata?.name),
    collection: nameOf(group?.collection_metadata?.name),
    standard,
    isCompressed,
    isSendable: standard === 'SPL' && !isCompressed && !isLocked,
  }
}

const nameOf = (text: string | null | undefined) => cleanText(text ?? '', longestName) || null

/** Reads where an asset is described. @returns undefined when the node does not tell */
export async function readAssetUri(
  rpc: ChainRpc,
  chain: SolanaChain,
  id: string,
): Promise<string | undefined> {
  const [answer] = await rpc.send(chain, [{ method: 'getAsset', params: JSON.stringify({ id }) }])
  if (answer === undefined || !('result' in answer)) return undefined
  return parseResult(chain, answer, asset).content?.json_uri ?? undefined
}
