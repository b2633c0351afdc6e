import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { intentOf } from '../../indexer/evm/createEvmReader.ts'
import type { TokenFacts } from '../tokenFacts.ts'
import { askSource, refuseAnswer, refuseRate } from './askSource.ts'
import type { HistorySource } from './historySource.ts'
import type { SourcePart } from './pageParts.ts'
import type { SourceConfig } from './sourceConfigOf.ts'

/** Rows of each list: calls can be long, and an answer is at most 1 MiB. */
const rowsOfList = 100

const digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const whole = v.pipe(
  digits,
  v.transform((text) => Number(text)),
  v.safeInteger(),
)
const amount = v.pipe(
  digits,
  v.transform((text) => BigInt(text)),
)
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.toLowerCase())
const noneOr = <const schema extends v.GenericSchema>(schema: schema) =>
  v.optional(
    v.union([
      schema,
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
    ]),
  )
const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i), v.toLowerCase())

/** @source https://docs.etherscan.io/api-endpoints/accounts; Blockscout names a few members otherwise */
const row = v.object({
  blockNumber: whole,
  timeStamp: whole,
  hash: v.optional(hash),
  transactionHash: v.optional(hash),
  from: address,
  to: noneOr(address),
  contractAddress: noneOr(address),
  value: v.optional(amount),
  isError: v.optional(v.string()),
  input: v.optional(v.string()),
  nonce: noneOr(whole),
  transactionIndex: noneOr(whole),
  tokenName: v.optional(v.string()),
  tokenSymbol: v.optional(v.string()),
  tokenDecimal: noneOr(v.pipe(whole, v.maxValue(255))),
  tokenID: noneOr(digits),
  tokenValue: noneOr(amount),
})
type Row = v.InferOutput<typeof row>
/** A text instead of a list is an error. */
const answer = v.object({
  message: v.nullish(v.string()),
  result: v.union([v.array(row), v.string()]),
})

const lists = {
  txlist: readTransaction,
  txlistinternal: readInternal,
  tokentx: readToken,
  tokennfttx: readToken,
  token1155tx: readToken,
} as const

/** Makes the source of Etherscan (version 2, all chains) and of Blockscout, which answers like it. */
export function createEtherscanSource(
  { caipId }: EvmChain,
  { apiKey, source, url }: SourceConfig,
): HistorySource {
  const name = source === 'etherscan' ? 'Etherscan' : 'Blockscout'
  return {
    name,
    unseen: ['approvals'],
    async readLists(account, lastBlock) {
      const facts = new Map<string, TokenFacts>()
      const found = []
      // One after the other: free keys allow a few calls a second.
      for (const [action, read] of Object.entries(lists)) {
        const target = new URL(url)
        for (const [key, value] of Object.entries({
          ...(source === 'etherscan' && { chainid: caipId.slice('eip155:'.length) }),
          ...{ module: 'account', action, address: account, sort: 'desc', startblock: '0' },
          ...{ page: '1', offset: String(rowsOfList) },
          ...(lastBlock !== undefined && { endblock: String(lastBlock) }),
          ...(apiKey !== undefined && { apikey: apiKey }),
        }))
          target.searchParams.set(key, value)
        const { result } = await askSource({ name, schema: answer, url: target.href })
        if (typeof result === 'string')
          throw /limit/i.test(result) ? refuseRate(name) : refuseAnswer(name)
        const parts = result.map((one) => read(one, hashOf(one, name)))
        for (const { contractAddress, tokenDecimal, tokenName, tokenSymbol } of result)
          if (contractAddress !== undefined && tokenName !== undefined)
            facts.set(contractAddress, {
              name: cleanText(tokenName, 64) || null,
              symbol: cleanText(tokenSymbol ?? '', 16) || null,
              decimals: tokenDecimal ?? null,
            })
        found.push({ parts, isWhole: result.length < rowsOfList })
      }
      return { lists: found, facts }
    },
  }
}

function hashOf({ hash: own, transactionHash }: Row, name: string): string {
  const found = own ?? transactionHash
  if (found === undefined) throw refuseAnswer(name)
  return found
}

const partOf = ({ blockNumber, timeStamp }: Row, hash: string) => ({
  ...{ block: blockNumber, hash, minedAt: timeStamp * 1000 },
})

function readTransaction(one: Row, hash: string): SourcePart {
  const {
    contractAddress,
    from,
    input = '0x',
    isError,
    nonce = -1,
    to,
    transactionIndex,
    value,
  } = one
  const receiver = to ?? contractAddress ?? from
  const isConfirmed = isError !== '1'
  return {
    ...partOf(one, hash),
    transaction: {
      ...{ sender: from, receiver, nonce, isConfirmed, place: transactionIndex ?? 0 },
      intent: to === undefined ? 'deploy' : intentOf(input),
    },
    transfers:
      isConfirmed && value !== undefined && value > 0n
        ? [{ kind: 'coin', asset: 'coin', sender: from, receiver, amount: value }]
        : [],
  }
}

function readInternal(one: Row, hash: string): SourcePart {
  const { contractAddress, from, isError, to, value = 0n } = one
  const receiver = to ?? contractAddress
  return {
    ...partOf(one, hash),
    transfers:
      isError === '1' || value === 0n || receiver === undefined
        ? []
        : [{ kind: 'coin', asset: 'coin', sender: from, receiver, amount: value }],
  }
}

function readToken(one: Row, hash: string): SourcePart {
  const { contractAddress, from, to, tokenID, tokenValue, value } = one
  if (contractAddress === undefined || to === undefined)
    return { ...partOf(one, hash), transfers: [] }
  const between = { sender: from, receiver: to }
  const isItem = tokenValue !== undefined
  return {
    ...partOf(one, hash),
    transfers: [
      tokenID === undefined
        ? { kind: 'token', asset: `erc20:${contractAddress}`, amount: value ?? 0n, ...between }
        : {
            kind: 'nft',
            asset: `${isItem ? 'erc1155' : 'erc721'}:${contractAddress}/${BigInt(tokenID)}`,
            amount: tokenValue ?? 1n,
            ...between,
          },
    ],
  }
}
