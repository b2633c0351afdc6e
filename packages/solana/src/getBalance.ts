import type { Rpc } from '@foyer/core'
import { askNode, count, inContext } from './askNode.ts'

/**
 * Reads the native balance.
 *
 * @returns Lamports. Rounded above 2^53 (9 million SOL), since nodes send JSON numbers.
 * @throws FoyerError `rpc-failed`, and the errors of `rpc`
 * @source https://solana.com/docs/rpc/http/getbalance
 */
export async function getBalance({ address, rpc }: { address: string; rpc: Rpc }): Promise<bigint> {
  return askNode(rpc, inContext(count), {
    method: 'getBalance',
    params: [address, { commitment: 'confirmed' }],
  })
}
