import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import { hexToBigInt, hexToNumber, numberToHex } from 'viem/utils'
import type { ChainTransfer } from '../../indexer/chainBlock.ts'
import type { TokenFacts } from '../tokenFacts.ts'
import { askSource, refuseAnswer, refuseRate } from './askSource.ts'
import type { HistorySource } from './historySource.ts'
import type { SourcePart } from './pageParts.ts'
import type { SourceConfig } from './sourceConfigOf.ts'

const rowsOfList = 200

const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i))
const amount = v.pipe(
  hex,
  v.transform((text) => hexToBigInt(text as `0x${string}`)),
)
const block = v.pipe(
  hex,
  v.transform((text) => hexToNumber(text as `0x${string}`)),
  v.safeInteger(),
)
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.toLowerCase())

/** @source https://www.alchemy.com/docs/data/transfers-api/transfers-endpoints/alchemy-get-asset-transfers */
const transfer = v.object({
  uniqueId: v.pipe(v.string(), v.maxLength(256)),
  blockNum: block,
  hash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i), v.toLowerCase()),
  from: address,
  to: v.nullish(address),
  asset: v.nullish(v.string()),
  category: v.picklist(['external', 'internal', 'erc20', 'erc721', 'erc1155']),
  erc721TokenId: v.nullish(amount),
  tokenId: v.nullish(amount),
  erc1155Metadata: v.nullish(v.array(v.object({ tokenId: amount, value: amount }))),
  // Not `value`, which is a rounded number.
  rawContract: v.object({
    value: v.nullish(amount),
    address: v.nullish(address),
    decimal: v.nullish(amount),
  }),
  metadata: v.object({ blockTimestamp: v.pipe(v.string(), v.isoTimestamp()) }),
})
type Transfer = v.InferOutput<typeof transfer>
const answer = v.union([
  v.object({
    result: v.object({ transfers: v.array(transfer), pageKey: v.optional(v.string()) }),
  }),
  v.object({ error: v.object({ code: v.number(), message: v.string() }) }),
])

/** Makes the source of `alchemy_getAssetTransfers`, a JSON-RPC method that other providers have too. */
export function createAlchemySource({ apiKey, url }: SourceConfig): HistorySource {
  const name = 'Alchemy'
  async function list(account: string, side: 'fromAddress' | 'toAddress', lastBlock?: number) {
    const parameters = {
      ...{ [side]: account, order: 'desc', withMetadata: true, excludeZeroValue: false },
      ...{ fromBlock: '0x0', toBlock: lastBlock === undefined ? 'latest' : numberToHex(lastBlock) },
      category: ['external', 'internal', 'erc20', 'erc721', 'erc1155'],
      maxCount: numberToHex(rowsOfList),
    }
    const found = await askSource({
      ...{ name, schema: answer, url },
      headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
      body: { jsonrpc: '2.0', id: 1, method: 'alchemy_getAssetTransfers', params: [parameters] },
    })
    if ('error' in found) throw found.error.code === 429 ? refuseRate(name) : refuseAnswer(name)
    return found.result
  }
  return {
    name,
    unseen: ['approvals', 'failed'],
    async readLists(account, lastBlock) {
      const [sent, received] = await Promise.all([
        list(account, 'fromAddress', lastBlock),
        list(account, 'toAddress', lastBlock),
      ])
      const facts = new Map<string, TokenFacts>()
      for (const { asset, category, rawContract } of [...sent.transfers, ...received.transfers])
        if (rawContract.address != null) {
          const text = asset == null ? null : cleanText(asset, 16) || null
          const decimals = category === 'erc20' ? Number(rawContract.decimal ?? 0n) : null
          facts.set(rawContract.address, { name: text, symbol: text, decimals })
        }
      return {
        facts,
        lists: [
          { parts: sent.transfers.map(readPart), isWhole: sent.pageKey === undefined },
          { parts: received.transfers.map(readPart), isWhole: received.pageKey === undefined },
        ],
      }
    },
  }
}

function readPart(one: Transfer): SourcePart {
  const { blockNum, category, from, hash, metadata, to, uniqueId } = one
  const receiver = to ?? from
  return {
    // A transfer to oneself is in both lists.
    ...{ id: uniqueId, block: blockNum, hash, minedAt: Date.parse(metadata.blockTimestamp) },
    // Only the transaction's own transfer tells its sender; its nonce is not told.
    transaction:
      category === 'external'
        ? { place: 0, sender: from, receiver, nonce: -1, isConfirmed: true, intent: 'call' }
        : undefined,
    transfers: readTransfers(one, receiver),
  }
}

function readTransfers(
  { category, erc1155Metadata, erc721TokenId, from, rawContract, tokenId }: Transfer,
  receiver: string,
): ChainTransfer[] {
  const between = { sender: from, receiver }
  const { address: contract, value } = rawContract
  if (category === 'external' || category === 'internal')
    return value == null || value === 0n
      ? []
      : [{ kind: 'coin', asset: 'coin', amount: value, ...between }]
  if (contract == null) return []
  if (category === 'erc20')
    return value == null
      ? []
      : [{ kind: 'token', asset: `erc20:${contract}`, amount: value, ...between }]
  if (category === 'erc1155')
    return (erc1155Metadata ?? []).map((item) => ({
      ...{ kind: 'nft', asset: `erc1155:${contract}/${item.tokenId}`, amount: item.value },
      ...between,
    }))
  const id = erc721TokenId ?? tokenId
  return id == null
    ? []
    : [{ kind: 'nft', asset: `erc721:${contract}/${id}`, amount: 1n, ...between }]
}
