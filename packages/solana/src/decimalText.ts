/**
 * An amount in whole units as exact decimal text: `1500000n` with 6 decimals is `1.5`.
 *
 * @param amount - Smallest units, not negative.
 */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
