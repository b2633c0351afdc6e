import type { Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { parseQuantity } from '../quantity.ts'

/** Price of a unit of gas, wei. */
export type FeePrice = {
  /** The part that is burned; 0 on networks without EIP-1559. */
  readonly base: bigint
  /** The part for the block's producer; the whole price on networks without EIP-1559. */
  readonly tip: bigint
  /** The network has fees of EIP-1559. */
  readonly isSplit: boolean
}

/**
 * Reads the current price of gas.
 *
 * @throws FoyerError `rpc-failed`, and the errors of `rpc`
 * @source https://eips.ethereum.org/EIPS/eip-1559
 */
export async function readFeePrice(rpc: Rpc): Promise<FeePrice> {
  const [block, suggested] = await Promise.all([
    rpc({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    // Older nodes do not have it.
    rpc({ method: 'eth_maxPriorityFeePerGas', params: [] }).catch(() => undefined),
  ])
  const base = parseQuantity((Object(block) as { baseFeePerGas?: unknown }).baseFeePerGas)
  const tip = parseQuantity(suggested)
  if (base !== undefined && tip !== undefined) return { base, tip, isSplit: true }
  const price = parseQuantity(await rpc({ method: 'eth_gasPrice', params: [] }))
  if (price === undefined)
    throw new FoyerError('rpc-failed', {
      details: 'The node answered eth_gasPrice with no number.',
    })
  if (base === undefined) return { base: 0n, tip: price, isSplit: false }
  return { base, tip: price > base ? price - base : 0n, isSplit: true }
}
