/** The price of a pool, as the ratio of two numbers: for one unit of `own`, it pays `other / own`. */
export type PoolPrice = { readonly own: bigint; readonly other: bigint }

/**
 * Computes the loss against the pools' price before the swap, fees included.
 * @returns percent with four decimal places: 0.3994
 */
export function priceImpact(
  { amountIn, received }: { amountIn: bigint; received: bigint },
  pools: readonly PoolPrice[],
): number {
  let [atPrice, divisor] = [amountIn, 1n]
  for (const { other, own } of pools) {
    atPrice *= other
    divisor *= own
  }
  // The share is below 1, so this number is small: no amount becomes a float.
  return Number(((atPrice - received * divisor) * 1_000_000n) / atPrice) / 10_000
}
