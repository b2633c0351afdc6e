import { formatAccountId } from '@foyer/protocol'
import type { HistoryCoverage, HistoryTransaction, HistoryTransfer, Nft } from '@foyer/protocol/api'
import { HttpError, type Logger } from '@foyer/server'
import * as v from 'valibot'
import { formatUnits, getAddress } from 'viem/utils'
import type { EvmChain, SolanaChain } from '../chains/chainConfig.ts'
import type { Queries } from '../database/apiDatabase.ts'
import { requestBackfill } from '../indexer/backfill.ts'
import type { historyTransfers } from '../indexer/historyTables.ts'
import { describeNfts } from '../nfts/describeNfts.ts'
import type { NftMetadata } from '../nfts/nftMetadata.ts'
import { createSolanaNfts } from '../nfts/solana/createSolanaNfts.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import { type HistoryRequest, isOnSolana, type Page } from './historyRequest.ts'
import { operationType } from './operationType.ts'
import { parseAsset } from './parseAsset.ts'
import { readCoverage, refuseAway } from './readCoverage.ts'
import { readHoldings } from './readHoldings.ts'
import { type HistoryRow, readPage } from './readPage.ts'
import { createSolanaHistories } from './solana/solanaHistories.ts'
import { refuseAnswer } from './sources/askSource.ts'
import { createHistorySource } from './sources/createHistorySource.ts'
import type { HistorySource } from './sources/historySource.ts'
import { pageParts } from './sources/pageParts.ts'
import { createTokenFacts, type TokenFacts } from './tokenFacts.ts'

/** Reads transactions and NFTs of accounts from the indexed blocks. */
export type Histories = {
  /** Reads a page of transactions. @throws {@link HttpError} 400 for an invalid cursor; 502 or 503 when a chain is unavailable */
  getHistory(
    request: HistoryRequest<EvmChain> | HistoryRequest<SolanaChain>,
  ): Promise<Page<HistoryTransaction>>
  /** @throws as `getHistory` */
  getNfts(request: HistoryRequest<EvmChain> | HistoryRequest<SolanaChain>): Promise<Page<Nft>>
  /** Deletes what was stored for accounts that nobody asked for in 30 days. */
  forgetOld(): Promise<void>
}

type Transfer = typeof historyTransfers.$inferSelect
type FactsByChain = ReadonlyMap<string, ReadonlyMap<string, TokenFacts>>

const pageSize = 50
/** Descriptions of a new collection are usually there by then. */
const firstReadMs = 1_500
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const shortText = v.pipe(v.string(), v.maxLength(256), v.regex(/^[\x20-\x7e]*$/))
const historyPlace = v.tuple([count, shortText, count, v.pipe(count, v.maxValue(2 ** 31 - 1))])
const sourcePlace = v.tuple([count])
/** No EVM chain is older than Ethereum. @source https://etherscan.io/block/0 */
const oldestBlock = '2015-07-30T15:26:13.000Z'
const nftPlace = v.tuple([shortText, shortText])

export function createHistories({
  log,
  metadata,
  now = Date.now,
  queries,
  rpc,
}: {
  log: Pick<Logger, 'info'>
  metadata: NftMetadata
  /** Returns the time in ms since 1970. @default Date.now */
  now?: (() => number) | undefined
  queries: Queries
  rpc: ChainRpc
}): Histories {
  const readTokenFacts = createTokenFacts({ log, now, queries, rpc })

  async function readFacts(
    chains: readonly EvmChain[],
    assets: readonly { chainId: string; asset: string }[],
  ): Promise<FactsByChain> {
    const found = await Promise.all(
      chains.map(async (chain) => {
        const own = assets.filter(({ chainId }) => chainId === chain.caipId)
        const contracts = own.flatMap(({ asset }) => parseAsset(asset) ?? [])
        return [chain.caipId, await readTokenFacts(chain, contracts)] as const
      }),
    )
    return new Map(found)
  }

  /** Makes a page. Reads one row more than the page has, to know whether another page follows. */
  async function readWithCoverage<row>(
    { address, chains, cursor, takeBackfill }: HistoryRequest<EvmChain>,
    read: (limit: number) => Promise<row[]>,
  ): Promise<{ rows: row[]; isLast: boolean; coverage: HistoryCoverage }> {
    const account = address.toLowerCase()
    const chainIds = chains.map(({ caipId }) => caipId)
    const readKnown = () => readCoverage(queries, chains, { account, nowMs: now() })
    // Read the coverage first: rows stored meanwhile then only add to it.
    let known = await readKnown()
    if (known.hasUnreadPast && cursor === undefined && (await takeBackfill?.()) !== false) {
      await requestBackfill(queries, { account, chainIds })
      known = await readKnown()
    }
    const { awayChain, hasUnreadPast: _, ...coverage } = known
    const rows = await read(pageSize + 1)
    if (rows.length === 0 && cursor === undefined && awayChain !== undefined)
      throw refuseAway(awayChain)
    return { rows: rows.slice(0, pageSize), isLast: rows.length <= pageSize, coverage }
  }

  async function readFromSource(
    { address, cursor, iconOf, imageOf }: HistoryRequest<EvmChain>,
    { chain, source }: { chain: EvmChain; source: HistorySource },
  ): Promise<Page<HistoryTransaction>> {
    const account = address.toLowerCase()
    const [lastBlock] = cursor === undefined ? [] : parseCursor(cursor, sourcePlace)
    const { facts: told, lists } = await source.readLists(account, lastBlock)
    const page = pageParts(lists, { account, chainId: chain.caipId, lastBlock })
    if (page === undefined) throw refuseAnswer(source.name)
    const own = page.rows.flatMap((row) => row.own)
    const nftOf = await describeNfts({ metadata, queries }, { account, assets: own, imageOf })
    const facts = new Map<string, TokenFacts>([
      ...told,
      ...chain.tokens.map((token) => [token.address.toLowerCase(), token] as const),
    ])
    return {
      data: page.rows.map((row) => toTransaction(row, { account, chain, facts, iconOf, nftOf })),
      next: page.next === undefined ? null : formatCursor([page.next]),
      coverage: { from: oldestBlock, internalTransfers: true, unseen: [...source.unseen] },
    }
  }

  const sources = new Map(
    rpc.chains.flatMap((chain) => {
      const source = chain.namespace === 'eip155' ? createHistorySource(chain) : undefined
      return source === undefined ? [] : [[chain.caipId as string, source] as const]
    }),
  )
  const solana = createSolanaHistories({ now, queries, rpc })
  const getSolanaNfts = createSolanaNfts({ metadata, now, rpc })
  return {
    forgetOld: solana.forgetOld,
    async getHistory(request) {
      const { purchases } = request
      if (isOnSolana(request)) return keepPurchases(await solana.getHistory(request), purchases)
      const [chain] = request.chains
      const source = sources.get(chain?.caipId ?? '')
      if (chain !== undefined && source !== undefined)
        return keepPurchases(await readFromSource(request, { chain, source }), purchases)
      const { address, chains, cursor, iconOf, imageOf } = request
      const account = address.toLowerCase()
      const after = cursor === undefined ? undefined : parseCursor(cursor, historyPlace)
      const chainIds = chains.map(({ caipId }) => caipId)
      const { coverage, isLast, rows } = await readWithCoverage(request, (limit) =>
        readPage(queries, { account, after, chainIds, hashes: purchases, limit }),
      )
      const own = rows.flatMap(({ own }) => own)
      const [facts, nftOf] = await Promise.all([
        readFacts(chains, own),
        describeNfts({ metadata, queries }, { account, assets: own, imageOf }),
      ])
      const last = rows.at(-1)
      const page = {
        data: rows.map((row) => {
          const chain = chains.find(({ caipId }) => caipId === row.chainId)!
          return toTransaction(row, {
            account,
            chain,
            facts: facts.get(row.chainId)!,
            iconOf,
            nftOf,
          })
        }),
        next:
          isLast || last === undefined
            ? null
            : formatCursor([last.minedAt, last.chainId, last.block, last.place]),
        coverage,
      }
      return keepPurchases(page, purchases)
    },

    async getNfts(request) {
      if (isOnSolana(request)) return getSolanaNfts(request)
      if (request.chains.some(({ caipId }) => sources.has(caipId)))
        throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'address' })
      const { address, chains, cursor, imageOf } = request
      const account = address.toLowerCase()
      const after = cursor === undefined ? undefined : parseCursor(cursor, nftPlace)
      const chainIds = chains.map(({ caipId }) => caipId)
      const { coverage, isLast, rows } = await readWithCoverage(request, (limit) =>
        readHoldings(queries, { account, after, chainIds, limit }),
      )
      const [facts, nftOf] = await Promise.all([
        readFacts(chains, rows),
        describeNfts(
          { metadata, queries },
          { account, assets: rows, imageOf, waitMs: firstReadMs },
        ),
      ])
      const last = rows.at(-1)
      return {
        data: rows.map(({ asset, chainId, quantity }): Nft => {
          const { address: contract, contract: key, standard, tokenId } = parseAsset(asset)!
          const collection = facts.get(chainId)?.get(key)?.name ?? null
          return {
            ...nftOf(chainId, asset, collection),
            ...{ chainId, contract, tokenId: tokenId!, collection },
            standard: standard === 'erc721' ? 'ERC721' : 'ERC1155',
            quantity: String(quantity),
          }
        }),
        next: isLast || last === undefined ? null : formatCursor([last.chainId, last.asset]),
        coverage,
      }
    },
  }
}

/** Keeps the purchases of a page, if only they are asked for. It can be shorter than a page: `next` goes on from there. */
function keepPurchases(
  page: Page<HistoryTransaction>,
  purchases: readonly string[] | undefined,
): Page<HistoryTransaction> {
  if (purchases === undefined) return page
  const bought = new Set(purchases.map((hash) => hash.toLowerCase()))
  const data = page.data
    .filter(({ metadata }) => bought.has(metadata.hash.toLowerCase()))
    .map((one) => ({ ...one, metadata: { ...one.metadata, operationType: 'bought' as const } }))
  return { ...page, data }
}

type Context = {
  readonly account: string
  readonly chain: EvmChain
  readonly facts: ReadonlyMap<string, TokenFacts>
  readonly iconOf: (symbol: string) => string
  readonly nftOf: Awaited<ReturnType<typeof describeNfts>>
}

function toTransaction(row: HistoryRow, context: Context): HistoryTransaction {
  const { account, chain } = context
  return {
    id: `${chain.caipId}:tx/${row.hash}`,
    metadata: {
      operationType: operationType(row, { account, own: row.own }),
      hash: row.hash,
      minedAt: new Date(row.minedAt).toISOString(),
      sentFrom: getAddress(row.sender),
      sentTo: getAddress(row.receiver),
      status: row.isConfirmed ? 'confirmed' : 'failed',
      // Hosted sources do not always tell it.
      ...(row.nonce >= 0 && { nonce: row.nonce }),
      ...(row.fee !== null &&
        row.sender === account && {
          fee: { numeric: formatUnits(row.fee, chain.nativeCurrency.decimals) },
        }),
      chain: chain.caipId,
    },
    transfers: row.own
      .filter(({ kind }) => kind !== 'approval')
      .map((transfer) => ({
        ...describe(transfer, context),
        direction: directionOf(transfer, account),
        counterparty: getAddress(
          transfer.receiver === account ? transfer.sender : transfer.receiver,
        ),
      })),
    approvals: row.own
      .filter(({ kind }) => kind === 'approval')
      .map((approval) => {
        const { quantity, ...asset } = describe(approval, context)
        const isWhole = approval.asset.startsWith('nft:')
        return {
          ...asset,
          spender: getAddress(approval.receiver),
          quantity: isWhole ? { all: approval.amount > 0n } : quantity,
        }
      }),
  }
}

function directionOf({ receiver, sender }: Transfer, account: string) {
  if (receiver !== account) return 'out'
  return sender === account ? 'self' : 'in'
}

function describe(
  { amount, asset, receiver }: Transfer,
  { account, chain, facts, iconOf, nftOf }: Context,
): Omit<HistoryTransfer, 'direction'> {
  const parsed = parseAsset(asset)
  if (parsed === undefined) {
    const { decimals, name, symbol } = chain.nativeCurrency
    return {
      fungible_info: { name, symbol, icon: { url: iconOf(symbol) } },
      quantity: { numeric: formatUnits(amount, decimals) },
    }
  }
  const { address, contract, standard, tokenId } = parsed
  const known = facts.get(contract)
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  const name = known?.name ?? known?.symbol ?? short
  const token = formatAccountId({ chainId: chain.caipId, address })
  if (standard !== 'erc20') {
    const described = nftOf(chain.caipId, asset, known?.name)
    const { imageUrl, isSpam } = described
    return {
      nft_info: {
        name: described.name ?? (tokenId === undefined ? name : `${name} #${tokenId}`),
        ...(imageUrl && { content: { preview: { url: imageUrl } } }),
        // An NFT that the account sent, or approved, is its own affair.
        flags: { is_spam: isSpam && receiver === account },
      },
      address: token,
      quantity: { numeric: String(amount) },
    }
  }
  const symbol = known?.symbol ?? short
  return {
    fungible_info: { name, symbol, icon: { url: iconOf(symbol) } },
    address: token,
    quantity: { numeric: formatUnits(amount, known?.decimals ?? 0) },
  }
}
