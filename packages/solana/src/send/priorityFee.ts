import type { Rpc } from '@foyer/core'
import * as v from 'valibot'
import { askNode, count } from '../askNode.ts'

const recent = v.array(v.object({ prioritizationFee: count }))
/** Above what three of four blocks asked for. */
const percentile = 0.75

/**
 * What others paid lately to change the same accounts.
 *
 * @returns Millionths of a lamport a compute unit; 0 where the node does not tell.
 * @source https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export async function readUnitPrice(rpc: Rpc, writable: readonly string[]): Promise<bigint> {
  // An advice that a transfer does not need.
  const answer = await askNode(rpc, recent, {
    method: 'getRecentPrioritizationFees',
    params: [writable.slice(0, 128)],
  }).catch(() => [])
  const fees = answer
    .map(({ prioritizationFee }) => prioritizationFee)
    .sort((one, other) => (one < other ? -1 : 1))
  return fees[Math.floor((fees.length - 1) * percentile)] ?? 0n
}

/** A price for `units` compute units of which the whole is at most `most` lamports. */
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
