import type { Rpc } from '@foyer/core'
import * as v from 'valibot'
import { askNode, count } from '../askNode.ts'

const recent = v.array(v.object({ prioritizationFee: count }))
/** The returned price is above that of three of four recent blocks. */
const percentile = 0.75

/**
 * Returns the recent price per compute unit of transactions that write to the same accounts.
 *
 * @returns Millionths of a lamport per compute unit; 0 if the node does not answer.
 * @source https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export async function readUnitPrice(rpc: Rpc, writable: readonly string[]): Promise<bigint> {
  // Only a hint: a transfer works without it.
  const answer = await askNode(rpc, recent, {
    method: 'getRecentPrioritizationFees',
    params: [writable.slice(0, 128)],
  }).catch(() => [])
  const fees = answer
    .map(({ prioritizationFee }) => prioritizationFee)
    .sort((one, other) => (one < other ? -1 : 1))
  return fees[Math.floor((fees.length - 1) * percentile)] ?? 0n
}

/** Returns a price for `units` compute units that costs at most `most` lamports in all. */
export function capUnitPrice({
  most,
  price,
  units,
}: {
  most: bigint
  price: bigint
  units: number
}): bigint {
  const highest = (most * 1_000_000n) / BigInt(units)
  return price < highest ? price : highest
}
