import type { Rpc } from '@foyer/core'
import { askNode, count } from '../askNode.ts'

/**
 * Returns the least balance of an account of `size` bytes, lamports.
 *
 * @source https://solana.com/docs/rpc/http/getminimumbalanceforrentexemption
 */
export function readLeastBalance(rpc: Rpc, size: number): Promise<bigint> {
  return askNode(rpc, count, {
    method: 'getMinimumBalanceForRentExemption',
    params: [size, { commitment: 'confirmed' }],
  })
}
