import * as v from 'valibot'
import { hexToBigInt, hexToNumber, numberToHex } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import type { RawAnswer, RawCall } from '../../rpc/rawCall.ts'
import type { BlockReader, ChainBlock, ChainTransaction, ChainTransfer } from '../chainBlock.ts'
import { decodeLogs } from './decodeLogs.ts'
import { isMissingMethod } from './isMissingMethod.ts'
import { ofAnotherBlock, readInternalTransfers } from './readInternalTransfers.ts'

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]*$/i),
  v.transform((text) => text.toLowerCase() as `0x${string}`),
)
const quantity = v.pipe(
  hex,
  v.transform((text) => hexToNumber(text)),
)

const units = v.pipe(
  hex,
  v.transform((text) => hexToBigInt(text)),
)

const mark = { number: quantity, hash: hex, parentHash: hex }
const blockMark = v.object(mark)
const block = v.object({
  ...mark,
  timestamp: quantity,
  transactions: v.array(
    v.object({
      hash: hex,
      from: hex,
      to: v.nullish(hex),
      value: units,
      input: hex,
      nonce: quantity,
    }),
  ),
})
const receipt = v.object({
  transactionHash: hex,
  blockHash: hex,
  /** Absent before Byzantium. */
  status: v.optional(hex),
  gasUsed: units,
  /** Absent in the answers of old nodes. */
  effectiveGasPrice: v.optional(units),
  /** The costs of blobs, and those of a rollup at the chain below it. @source EIP-4844; OP Stack */
  blobGasUsed: v.nullish(units),
  blobGasPrice: v.nullish(units),
  l1Fee: v.nullish(units),
  contractAddress: v.nullish(hex),
  logs: v.array(v.object({ address: hex, topics: v.array(hex), data: hex })),
})
const receipts = v.array(receipt)

type Block = v.InferOutput<typeof block>
type Receipt = v.InferOutput<typeof receipt>

/** Most providers accept this many calls in one request. */
const maxCalls = 50
/** @source ERC-20, ERC-721 and ERC-1155: `approve(address,uint256)`, `setApprovalForAll(address,bool)` */
const approvals = /^0x(?:095ea7b3|a22cb465)/

/** Makes the reader of an EVM chain's blocks: native transfers, token transfers in logs, and internal transfers if the node has traces. */
export function createEvmReader(rpc: ChainRpc, chain: EvmChain): BlockReader {
  const wrappedNative = chain.pools?.wrappedNative.toLowerCase()
  let hasBlockReceipts = true
  let hasTraces = true

  async function ask(calls: readonly RawCall[]): Promise<RawAnswer[]> {
    const answers: RawAnswer[] = []
    for (let at = 0; at < calls.length; at += maxCalls)
      answers.push(...(await rpc.send(chain, calls.slice(at, at + maxCalls))))
    return answers
  }

  /** Reads the receipts of each block, in the order of its transactions. */
  async function readReceipts(blocks: readonly Block[]): Promise<Receipt[][]> {
    if (hasBlockReceipts) {
      const answers = await ask(
        blocks.map(({ number }) => callOf('eth_getBlockReceipts', numberToHex(number))),
      )
      if (!answers.some(isMissingMethod))
        return answers.map((answer) => parseResult(chain, answer, receipts))
      hasBlockReceipts = false
    }
    const calls = blocks.flatMap(({ transactions }) =>
      transactions.map(({ hash }) => callOf('eth_getTransactionReceipt', hash)),
    )
    const all = (await ask(calls)).map((answer) => parseResult(chain, answer, receipt))
    return blocks.map(({ transactions }) => all.splice(0, transactions.length))
  }

  /** Reads internal transfers by transaction for each block; undefined for a block without traces. */
  async function readInternal(blocks: readonly Block[], all: readonly Receipt[][]) {
    const traced = blocks.filter((_, at) => all[at]!.some(ranContract))
    const found = new Map<Block, ReadonlyMap<string, ChainTransfer[]> | undefined>(
      blocks.map((one) => [one, new Map()]),
    )
    if (traced.length === 0) return found
    const answers = hasTraces
      ? await ask(traced.map(({ number }) => callOf('trace_block', numberToHex(number))))
      : []
    if (answers.some(isMissingMethod)) hasTraces = false
    for (const [at, one] of traced.entries()) {
      const answer = hasTraces ? answers[at] : undefined
      found.set(one, answer && readInternalTransfers(chain, answer, one))
    }
    // Traces are missing too when the block has been replaced, which must not count as a node without traces.
    const lacking = hasTraces ? traced.filter((one) => found.get(one) === undefined) : []
    const hashes = await readHashes(lacking.map(({ number }) => number))
    if (lacking.some(({ hash }, at) => hash !== hashes[at])) throw ofAnotherBlock(chain, 'traces')
    return found
  }

  async function readHashes(numbers: readonly number[]): Promise<(string | undefined)[]> {
    const answers = await ask(
      numbers.map((number) => callOf('eth_getBlockByNumber', numberToHex(number), false)),
    )
    return answers.map((answer) => parseResult(chain, answer, v.nullable(blockMark))?.hash)
  }

  return {
    async readHead() {
      const [answer] = await ask([callOf('eth_getBlockByNumber', 'latest', false)])
      return parseResult(chain, answer, blockMark)
    },

    readHashes,

    async readBlocks(first, last) {
      const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
      const answers = await ask(
        numbers.map((number) => callOf('eth_getBlockByNumber', numberToHex(number), true)),
      )
      const blocks = answers.map((answer) => parseResult(chain, answer, block))
      const busy = blocks.filter(({ transactions }) => transactions.length > 0)
      const all = await readReceipts(busy)
      const internal = await readInternal(busy, all)
      const receiptsOf = new Map(busy.map((one, at) => [one, all[at]!]))
      return blocks.map((one): ChainBlock => {
        const passedOn = internal.get(one)
        return {
          number: one.number,
          hash: one.hash,
          parentHash: one.parentHash,
          minedAt: one.timestamp * 1000,
          hasInternalTransfers: passedOn !== undefined || one.transactions.length === 0,
          transactions: one.transactions.map((transaction, place) => {
            const own = receiptsOf.get(one)?.[place]
            if (own?.transactionHash !== transaction.hash || own.blockHash !== one.hash)
              throw ofAnotherBlock(chain, 'receipts')
            return toTransaction(transaction, own, {
              place,
              wrappedNative,
              passedOn: passedOn?.get(transaction.hash) ?? [],
            })
          }),
        }
      })
    },
  }
}

function toTransaction(
  { from, hash, input, nonce, to, value }: Block['transactions'][number],
  receipt: Receipt,
  {
    passedOn,
    place,
    wrappedNative,
  }: { passedOn: ChainTransfer[]; place: number; wrappedNative: string | undefined },
): ChainTransaction {
  const { contractAddress, logs, status } = receipt
  const receiver = to ?? contractAddress ?? from
  const isConfirmed = status !== '0x0'
  const coin: ChainTransfer = {
    ...{ kind: 'coin', asset: 'coin', sender: from, receiver, amount: value },
  }
  return {
    ...{ place, hash, sender: from, receiver, nonce, isConfirmed },
    intent: to == null ? 'deploy' : intentOf(input),
    fee: feeOf(receipt),
    // Failed transactions move nothing.
    transfers: isConfirmed
      ? [...(value > 0n ? [coin] : []), ...decodeLogs(logs, { wrappedNative }), ...passedOn]
      : [],
  }
}

/** Returns what a transaction cost its sender; null if the node does not tell it. */
function feeOf({
  blobGasPrice,
  blobGasUsed,
  effectiveGasPrice,
  gasUsed,
  l1Fee,
}: Receipt): bigint | null {
  if (effectiveGasPrice === undefined) return null
  return gasUsed * effectiveGasPrice + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n) + (l1Fee ?? 0n)
}

/** Returns the sender's request, by the data of the transaction. */
export function intentOf(input: string): ChainTransaction['intent'] {
  if (input === '0x') return 'transfer'
  return approvals.test(input) ? 'approve' : 'call'
}

/** Returns whether a contract may have run: a plain transfer uses exactly 21,000 gas. */
const ranContract = ({ gasUsed, status }: Receipt) => status !== '0x0' && gasUsed > 21_000n

const callOf = (method: string, ...params: unknown[]): RawCall => ({
  method,
  params: JSON.stringify(params),
})
