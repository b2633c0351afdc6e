/** Balances of a pool seen from the token that is paid in, in smallest units, and its fee in hundredths of a percent. */
export type PoolBalances = { readonly own: bigint; readonly other: bigint; readonly feeBps: bigint }

/** The program counts no further. @source devnet/src/solana/pool/pool.c */
const largest = 2n ** 50n
const whole = 10_000n

/**
 * Computes what a pool with a constant product pays for an amount.
 * @returns undefined if the pool can not do it
 */
export function poolAmount(
  amount: bigint,
  { feeBps, other, own }: PoolBalances,
): bigint | undefined {
  if (own === 0n || other === 0n || own + amount > largest) return undefined
  const taxed = amount * (whole - feeBps)
  const out = (other * taxed) / (own * whole + taxed)
  return out === 0n ? undefined : out
}
