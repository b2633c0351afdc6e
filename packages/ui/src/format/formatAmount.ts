/**
 * Formats a token amount: truncated, never rounded up, at most six decimals, short forms from a billion on. Intl takes
 * the text itself, so no digit passes through a float.
 *
 * @param amount - A plain decimal: `1234.5`.
 * @param locale - BCP 47.
 * @returns `0` for invalid input.
 * @example formatAmount('0.00000001234', 'en') // '<0.000001'
 */
export function formatAmount(amount: string, locale: string): string {
  const match = /^-?0*(\d*)(?:\.(\d*))?$/.exec(amount)
  const [, whole = '', fraction = ''] = match ?? []
  const value = (match && amount !== '' ? amount : '0') as Intl.StringNumericLiteral
  if (whole === '' && /^0{6}/.test(fraction) && /[1-9]/.test(fraction))
    return `<${formatter(locale, 'tiny').format('0.000001')}`
  if (whole === '') return formatter(locale, 'small').format(value)
  if (whole.length > 15) return formatter(locale, 'huge').format(value)
  if (whole.length > 9) return formatter(locale, 'large').format(value)
  return formatter(locale, whole.length > 3 ? 'many' : 'few').format(value)
}

/** Truncate: never show more than there is. */
const cut = { roundingMode: 'trunc' } as const
const shapes = {
  tiny: { maximumFractionDigits: 6 },
  small: { ...cut, maximumFractionDigits: 6, maximumSignificantDigits: 4 },
  few: { ...cut, maximumFractionDigits: 4 },
  many: { ...cut, maximumFractionDigits: 2 },
  large: { ...cut, notation: 'compact', maximumFractionDigits: 2 },
  huge: { ...cut, notation: 'scientific', maximumFractionDigits: 2 },
} as const satisfies Record<string, Intl.NumberFormatOptions>

function formatter(locale: string, shape: keyof typeof shapes): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, shapes[shape])
}
