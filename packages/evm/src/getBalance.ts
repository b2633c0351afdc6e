import type { Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { parseQuantity } from './quantity.ts'

/**
 * Reads the native balance.
 *
 * @returns Wei.
 * @throws FoyerError `rpc-failed`, and the errors of `rpc`
 */
export async function getBalance({ address, rpc }: { address: string; rpc: Rpc }): Promise<bigint> {
  const balance = parseQuantity(
    await rpc({ method: 'eth_getBalance', params: [address, 'latest'] }),
  )
  if (balance === undefined)
    throw new FoyerError('rpc-failed', {
      details: 'The node answered eth_getBalance with no number.',
    })
  return balance
}
