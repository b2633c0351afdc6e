import type { PaymentTerms, Rpc } from '@foyer/core'
import * as v from 'valibot'
import { parseQuantity, toQuantity } from '../quantity.ts'
import { word } from '../writeTransfer.ts'
import { transferTopic } from './transferTopic.ts'

/** Blocks to search; many nodes refuse more in one call. */
const searchedBlocks = 1_000n
/** Transfers to look at: anyone can send the same amount to the same receiver. */
const most = 20

const logs = v.array(v.object({ data: v.string(), transactionHash: v.string() }))

/**
 * Lists recent transactions that may be the payment, the newest first: transfers of the token in the exact amount to the
 * receiver. Payments in coins leave no log, so they are not found.
 */
export async function findPayments({
  rpc,
  terms: { amount, to, token },
}: {
  rpc: Rpc
  terms: PaymentTerms
}): Promise<readonly string[]> {
  if (token === undefined) return []
  const newest = parseQuantity(await rpc({ method: 'eth_blockNumber', params: [] })) ?? 0n
  const first = newest > searchedBlocks ? newest - searchedBlocks : 0n
  const filter = {
    address: token,
    fromBlock: toQuantity(first),
    toBlock: 'latest',
    topics: [transferTopic, null, `0x${word(BigInt(to))}`],
  }
  const found = v.parse(logs, await rpc({ method: 'eth_getLogs', params: [filter] }))
  const same = found.filter(({ data }) => parseQuantity(data) === amount)
  return [...new Set(same.map(({ transactionHash }) => transactionHash).reverse())].slice(0, most)
}
