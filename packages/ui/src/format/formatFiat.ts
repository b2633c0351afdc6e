/**
 * Formats money: `$1,234.50`, `<$0.01`, `$1.2B`.
 *
 * @param value - In units of `currency`; a float, since it is an estimate from a price.
 * @param locale - BCP 47.
 * @param currency - ISO 4217. @default 'USD'
 */
export function formatFiat(value: number, locale: string, currency = 'USD'): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  if (value > 0 && value < 0.01) return `<${new Intl.NumberFormat(locale, style).format(0.01)}`
  if (value < 1e9) return new Intl.NumberFormat(locale, style).format(value)
  const notation = value < 1e15 ? 'compact' : 'scientific'
  return new Intl.NumberFormat(locale, { ...style, notation, maximumFractionDigits: 2 }).format(
    value,
  )
}
