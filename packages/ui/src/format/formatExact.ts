import { formatUnits } from '@foyer/protocol'

/**
 * Formats an amount that leaves the account, with all its digits: what is signed must not look smaller than it is.
 *
 * @param amount - Smallest units. Beyond the 20 decimals that Intl can show, it is rounded up.
 * @param locale - BCP 47.
 * @example formatExact(1_234_500_000_000_000_000_001n, 18, 'es') // '1234,500000000000000001'
 */
export function formatExact(amount: bigint, decimals: number, locale: string): string {
  const shape = { maximumFractionDigits: 20, roundingMode: 'expand' } as const
  return new Intl.NumberFormat(locale, shape).format(
    formatUnits(amount, decimals) as Intl.StringNumericLiteral,
  )
}
