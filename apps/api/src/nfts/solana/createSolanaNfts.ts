import type { Nft } from '@foyer/protocol/api'
import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import { formatCursor, parseCursor } from '../../history/cursor.ts'
import type { HistoryRequest, Page } from '../../history/historyRequest.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { isDeceptiveName } from '../isDeceptiveName.ts'
import { isSpamNft } from '../isSpamNft.ts'
import { keyOfNft, type NftMetadata } from '../nftMetadata.ts'
import { readAssets } from './dasAssets.ts'
import type { AssetPage, NftAsset } from './nftAsset.ts'
import { readOwnedMints } from './readOwnedMints.ts'

/** Where a page begins: the chain, its source, and the source's own place. */
const place = v.tuple([
  v.pipe(v.string(), v.maxLength(64)),
  v.picklist(['any', 'assets', 'mints']),
  v.pipe(v.string(), v.maxLength(44), v.regex(/^[1-9A-HJ-NP-Za-km-z]*$|^\d{1,6}$/)),
])
type Place = v.InferOutput<typeof place>

/** Time until a node is asked again whether it lists assets, ms. */
const askAgainMs = 3_600_000
/** Descriptions of a new collection are usually there by then, ms. */
const firstReadMs = 1_500
/** Every state of the chain is known, as far as the first block. @source https://explorer.solana.com/block/0 */
const firstBlockAt = '2020-03-16T14:29:00.000Z'

/**
 * Makes the reader of NFTs on Solana: from the node's list of assets if it has one (Digital Asset Standard), else from
 * the account's token accounts. Their descriptions are read like all others, in the background.
 */
export function createSolanaNfts({
  metadata,
  now,
  rpc,
}: {
  metadata: NftMetadata
  now: () => number
  rpc: ChainRpc
}) {
  /** The chains whose node lists no assets, with the time to ask again. */
  const without = new Map<string, number>()

  async function readPage(
    chain: SolanaChain,
    address: string,
    [, source, at]: Place,
  ): Promise<AssetPage & { source: Place[1] }> {
    if (source === 'assets' || (source === 'any' && (without.get(chain.caipId) ?? 0) <= now())) {
      const page = await readAssets(rpc, chain, { address, page: Number(at) || 1 })
      if (page) return { ...page, source: 'assets' }
      without.set(chain.caipId, now() + askAgainMs)
    }
    // A page of assets has a number, which is no mint.
    const after = source === 'mints' ? at : ''
    return { ...(await readOwnedMints(rpc, chain, { address, after })), source: 'mints' }
  }

  async function describe(
    { caipId: chainId }: SolanaChain,
    assets: readonly NftAsset[],
    imageOf: HistoryRequest<SolanaChain>['imageOf'],
  ): Promise<Nft[]> {
    const idOf = ({ id }: NftAsset) => ({ chainId, contract: id, tokenId: '0' })
    const facts = await metadata.get(
      assets.map((one) => ({ ...idOf(one), standard: 'spl' as const })),
      firstReadMs,
    )
    return assets.map((one): Nft => {
      const { collection, id, isCompressed, isSendable, name, standard } = one
      const known = facts.get(keyOfNft(idOf(one)))
      return {
        ...{ ...idOf(one), isSingle: true, standard, collection, isCompressed, isSendable },
        name: known?.name ?? name ?? `${id.slice(0, 4)}…${id.slice(-4)}`,
        imageUrl: known?.imageVersion ? imageOf(idOf(one), known.imageVersion) : null,
        isSpam:
          isSpamNft({ collection, facts: known, origin: undefined }) ||
          isDeceptiveName(name ?? '') ||
          // One transaction makes thousands of these, so that only a collection vouches for them.
          (isCompressed && collection === null),
        isPending: known === undefined,
        quantity: '1',
      }
    })
  }

  /** @throws {@link HttpError} 400 for an invalid cursor; 502 or 503 when a node fails */
  return async ({
    address,
    chains,
    cursor,
    imageOf,
  }: HistoryRequest<SolanaChain>): Promise<Page<Nft>> => {
    const start: Place | undefined = cursor === undefined ? undefined : parseCursor(cursor, place)
    const first = chains.findIndex(({ caipId }) => start === undefined || caipId === start[0])
    const unseen = new Set<string>()
    const coverage = () => ({
      ...{ from: firstBlockAt, internalTransfers: true },
      ...(unseen.size > 0 && { unseen: [...unseen] }),
    })
    for (const [index, chain] of chains.entries()) {
      if (index < first || first === -1) continue
      const at: Place = start && index === first ? start : [chain.caipId, 'any', '']
      const { assets, next, source } = await readPage(chain, address, at)
      if (source === 'mints') unseen.add('compressed')
      const following = chains[index + 1]
      const nextPlace: Place | undefined =
        next !== undefined
          ? [chain.caipId, source, next]
          : following && [following.caipId, 'any', '']
      if (assets.length === 0 && next === undefined && nextPlace) continue
      return {
        data: await describe(chain, assets, imageOf),
        next: nextPlace ? formatCursor(nextPlace) : null,
        coverage: coverage(),
      }
    }
    return { data: [], next: null, coverage: coverage() }
  }
}
