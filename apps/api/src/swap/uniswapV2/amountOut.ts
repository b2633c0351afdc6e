/** Reserves of a pool seen from the token that is paid in, in smallest units. */
export type PoolReserves = { readonly own: bigint; readonly other: bigint }

/** Pools store reserves as uint112: a swap beyond that fails. */
const largestReserve = 2n ** 112n - 1n

/**
 * Computes what a Uniswap V2 pool pays for an amount, after its fee of 0.3 %.
 * @returns undefined if the pool can not do it
 * @source Uniswap V2 whitepaper 3.2.1; https://docs.uniswap.org/contracts/v2/reference/smart-contracts/library#getamountout
 */
export function amountOut(amountIn: bigint, { other, own }: PoolReserves): bigint | undefined {
  if (own === 0n || other === 0n || own + amountIn > largestReserve) return undefined
  const afterFee = amountIn * 997n
  const out = (afterFee * other) / (own * 1000n + afterFee)
  return out === 0n ? undefined : out
}

/** The same along a route; undefined if one of its pools can not do it. */
export function amountThrough(
  amountIn: bigint,
  pools: readonly PoolReserves[],
): bigint | undefined {
  let amount: bigint | undefined = amountIn
  for (const pool of pools) amount = amount === undefined ? undefined : amountOut(amount, pool)
  return amount
}
