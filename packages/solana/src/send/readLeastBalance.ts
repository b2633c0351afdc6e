import type { Rpc } from '@foyer/core'
import { askNode, count } from '../askNode.ts'

/** The lamports that an account of `size` bytes must hold. @source https://solana.com/docs/rpc/http/getminimumbalanceforrentexemption */
export function readLeastBalance(rpc: Rpc, size: number): Promise<bigint> {
  return askNode(rpc, count, {
    method: 'getMinimumBalanceForRentExemption',
    params: [size, { commitment: 'confirmed' }],
  })
}
