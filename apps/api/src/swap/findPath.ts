import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { PoolPrice } from './priceImpact.ts'

/** A swap through one pool. */
export type PoolSwap = { readonly from: Address; readonly to: Address; readonly amount: bigint }

/** The best pool for a {@link PoolSwap}. */
export type PoolQuote = {
  /** In millionths. */
  readonly fee: number
  readonly toAmount: bigint
  readonly gas: bigint
  /** Before the swap. */
  readonly price: PoolPrice
}

/** A way through one or two pools. */
export type PoolPath = {
  /** Two or three tokens. */
  readonly tokens: readonly Address[]
  /** One less than tokens. */
  readonly pools: readonly PoolQuote[]
  readonly toAmount: bigint
}

/** Asks for the pool of each swap that pays most; undefined where no pool takes the whole amount. */
export type QuotePools = (swaps: readonly PoolSwap[]) => Promise<(PoolQuote | undefined)[]>

/**
 * Finds the path that pays most: a pool of both tokens, or two pools with one token between them. A pool pays more for
 * more, so the best first pool is part of the best path.
 * @param hops - tokens that may stand between
 * @returns undefined if no path takes the whole amount
 */
export async function findPath(
  quotePools: QuotePools,
  { amount, from, hops, to }: findPath.Parameters,
): Promise<PoolPath | undefined> {
  const between = hops.filter((hop) => !isAddressEqual(hop, from) && !isAddressEqual(hop, to))
  const [direct, ...firsts] = await quotePools(
    [to, ...between].map((token) => ({ from, to: token, amount })),
  )
  const reached = between.flatMap((hop, index) => {
    const first = firsts[index]
    return first ? [{ hop, first }] : []
  })
  const seconds = await quotePools(
    reached.map(({ first, hop }) => ({ from: hop, to, amount: first.toAmount })),
  )
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
    from: Address
    hops: readonly Address[]
    to: Address
  }
}

/** Returns the best of each swap's quotes, which stand one after the other, `each` of them for one swap. */
export const bestOfEach = (
  quotes: readonly (PoolQuote | undefined)[],
  each: number,
): (PoolQuote | undefined)[] =>
  Array.from({ length: quotes.length / each }, (_, index) =>
    quotes
      .slice(index * each, (index + 1) * each)
      .reduce((best, one) => (isBetter(one, best) ? one : best), undefined),
  )

const isBetter = (one: PoolQuote | undefined, best: PoolQuote | undefined) =>
  one !== undefined && one.toAmount > (best?.toAmount ?? 0n)

/** The usual fees of pools, in millionths. @source https://docs.uniswap.org/concepts/protocol/fees */
export const feeTiers = [100, 500, 3000, 10_000] as const

/** Pools sort their two tokens by address. */
export const isSortedFirst = (one: Address, other: Address): boolean =>
  one.toLowerCase() < other.toLowerCase()

/** Computes a pool's price from the root of the price of the first token in the second one, a multiple of 2^-96. */
export function priceOfRoot(root: bigint, { from, to }: PoolSwap): PoolPrice {
  const price = { own: 1n << 192n, other: root * root }
  return isSortedFirst(from, to) ? price : { own: price.other, other: price.own }
}

const pathOf = (tokens: readonly Address[], pools: readonly PoolQuote[]): PoolPath => ({
  ...{ tokens, pools },
  toAmount: pools.at(-1)!.toAmount,
})
