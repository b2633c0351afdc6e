import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { type PoolQuote, quotePools } from './quotePools.ts'

/** A way through one or two pools. */
export type PoolPath = {
  /** Two or three tokens. */
  readonly tokens: readonly Address[]
  /** One less than tokens. */
  readonly pools: readonly PoolQuote[]
  readonly toAmount: bigint
}

/**
 * Finds the path that pays most: a pool of both tokens, or two pools with one token between them. A pool pays more for
 * more, so the best first pool is part of the best path.
 * @param hops - tokens that may stand between
 * @returns undefined if no path takes the whole amount
 */
export async function findPath(
  rpc: ChainRpc,
  chain: EvmChain,
  { amount, factory, from, hops, quoter, to }: findPath.Parameters,
): Promise<PoolPath | undefined> {
  const between = hops.filter((hop) => !isAddressEqual(hop, from) && !isAddressEqual(hop, to))
  const [direct, ...firsts] = await quotePools(rpc, chain, {
    ...{ factory, quoter },
    swaps: [to, ...between].map((token) => ({ from, to: token, amount })),
  })
  const reached = between.flatMap((hop, index) => {
    const first = firsts[index]
    return first ? [{ hop, first }] : []
  })
  const seconds = await quotePools(rpc, chain, {
    ...{ factory, quoter },
    swaps: reached.map(({ first, hop }) => ({ from: hop, to, amount: first.toAmount })),
  })
  const paths = reached.flatMap(({ first, hop }, index) => {
    const second = seconds[index]
    return second ? [pathOf([from, hop, to], [first, second])] : []
  })
  // Among equal paths the shortest wins.
  return [...(direct ? [pathOf([from, to], [direct])] : []), ...paths].reduce<PoolPath | undefined>(
    (best, path) => (path.toAmount > (best?.toAmount ?? 0n) ? path : best),
    undefined,
  )
}

export declare namespace findPath {
  type Parameters = {
    amount: bigint
    factory: Address
    from: Address
    hops: readonly Address[]
    quoter: Address
    to: Address
  }
}

const pathOf = (tokens: readonly Address[], pools: readonly PoolQuote[]): PoolPath => ({
  ...{ tokens, pools },
  toAmount: pools.at(-1)!.toAmount,
})
