import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import { hexToNumber, numberToHex, padHex } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import type { RawCall } from '../../rpc/rawCall.ts'
import { logTopics } from './decodeLogs.ts'
import { isMissingMethod } from './isMissingMethod.ts'

/** The blocks of a range in which an account took part. */
export type FoundBlocks = {
  /** The range that was searched, which may begin later than asked for. */
  readonly low: number
  readonly numbers: readonly number[]
  /** False if plain transfers of the native coin were not looked for: only nodes with `ots_*` find them. */
  readonly hasCoins: boolean
}

/** Maximum of blocks to return, so that one step reads a bounded part of a busy account. */
const maxFound = 200
/** @source https://docs.otterscan.io/api-docs/ots-api: nodes may refuse larger pages */
const otsPage = 25
const maxOtsPages = 8

const number = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,13}$/i),
  v.transform((text) => hexToNumber(text as `0x${string}`)),
)
const logs = v.array(v.object({ blockNumber: number }))
const page = v.object({ txs: v.array(v.object({ blockNumber: number })), lastPage: v.boolean() })

/**
 * Makes the search for the blocks of an account: by `ots_searchTransactionsBefore` where the node has it, which finds
 * calls and coins, and by the logs of tokens, which it does not find.
 */
export function createAccountSearch(rpc: ChainRpc, chain: EvmChain) {
  let hasOts = true

  /** @returns undefined if the node has no such search */
  async function searchCalls(
    account: string,
    { high, low }: { high: number; low: number },
  ): Promise<{ numbers: number[]; low: number } | undefined> {
    const numbers: number[] = []
    let before = high + 1
    for (let read = 0; hasOts && before > low; read++) {
      // The first of the complete blocks, when the account is busier than one step can read.
      if (read === maxOtsPages) return { numbers, low: before }
      const call = callOf('ots_searchTransactionsBefore', account, before, otsPage)
      const [answer] = await rpc.send(chain, [call])
      if (answer && isMissingMethod(answer)) {
        hasOts = false
        break
      }
      const { lastPage, txs } = parseResult(chain, answer, page)
      const found = txs.map(({ blockNumber }) => blockNumber)
      const lowest = Math.min(...found)
      if (found.some((one) => one >= before) || (!lastPage && found.length === 0))
        throw new HttpError(502, 'rpc-failed', `${chain.caipId} gave no usable answer`)
      numbers.push(...found)
      before = lastPage ? low : lowest
    }
    return hasOts ? { numbers, low } : undefined
  }

  async function searchLogs(
    account: string,
    { high, low }: { high: number; low: number },
  ): Promise<number[]> {
    const own = padHex(account as `0x${string}`, { size: 32 })
    const { approval, approvalForAll, deposit, transfer, withdrawal } = logTopics
    const items = [logTopics.transferSingle, logTopics.transferBatch]
    const filters = [
      [[transfer, approval, approvalForAll, deposit, withdrawal], own],
      [[transfer], null, own],
      [items, null, own],
      [items, null, null, own],
    ]
    const range = { fromBlock: numberToHex(low), toBlock: numberToHex(high) }
    const answers = await rpc.send(
      chain,
      filters.map((topics) => callOf('eth_getLogs', { ...range, topics })),
    )
    const found = answers
      .flatMap((answer) => parseResult(chain, answer, logs))
      .map(({ blockNumber }) => blockNumber)
    if (found.some((one) => one < low || one > high))
      throw new HttpError(502, 'rpc-failed', `${chain.caipId} gave no usable answer`)
    return found
  }

  /**
   * @param account - address in lower case
   * @throws {@link HttpError} 502 when the node does not answer, or not for so many blocks
   */
  return async (
    account: string,
    { high, low }: { high: number; low: number },
  ): Promise<FoundBlocks> => {
    const calls = await searchCalls(account, { high, low })
    const from = calls?.low ?? low
    const found = await searchLogs(account, { high, low: from })
    const all = [...new Set([...found, ...(calls?.numbers ?? [])])]
      .filter((one) => one >= from)
      .sort((a, b) => b - a)
    const numbers = all.slice(0, maxFound)
    return {
      low: all.length > maxFound ? numbers.at(-1)! : from,
      numbers,
      hasCoins: calls !== undefined,
    }
  }
}

const callOf = (method: string, ...params: unknown[]): RawCall => ({
  method,
  params: JSON.stringify(params),
})
