import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { amountThrough, type PoolReserves } from './amountOut.ts'
import { readReserves } from './readReserves.ts'

/** A way through one or two pools. */
export type PoolRoute = {
  /** Two or three tokens. */
  readonly path: readonly Address[]
  readonly pools: readonly PoolReserves[]
  readonly toAmount: bigint
}

/**
 * Finds the route that pays most: the pool of both tokens, or two pools with one token between them.
 * @param hops - tokens that may stand between
 * @returns undefined if no route pays anything
 */
export async function findRoute(
  rpc: ChainRpc,
  chain: EvmChain,
  { amount, factory, from, hops, to }: findRoute.Parameters,
): Promise<PoolRoute | undefined> {
  const between = hops.filter((hop) => !isAddressEqual(hop, from) && !isAddressEqual(hop, to))
  const paths = [[from, to], ...between.map((hop) => [from, hop, to])]
  const pairs = paths.map((path) => pairsOf(path))
  const reserves = await readReserves(rpc, chain, { factory, pairs: pairs.flat() })
  let at = 0
  let best: PoolRoute | undefined
  for (const [index, path] of paths.entries()) {
    const length = pairs[index]!.length
    const pools = reserves.slice(at, at + length).filter((pool) => pool !== undefined)
    at += length
    const toAmount = pools.length === length ? amountThrough(amount, pools) : undefined
    if (toAmount !== undefined && toAmount > (best?.toAmount ?? 0n))
      best = { path, pools, toAmount }
  }
  return best
}

export declare namespace findRoute {
  type Parameters = {
    amount: bigint
    factory: Address
    from: Address
    hops: readonly Address[]
    to: Address
  }
}

const pairsOf = (path: readonly Address[]) =>
  path.slice(1).map((quote, index) => ({ token: path[index]!, quote }))
