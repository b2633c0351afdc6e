/** A typed amount in smallest units, or what is wrong with it. */
export type ParsedAmount =
  | { readonly amount: bigint }
  | { readonly problem: 'empty' | 'invalid' | 'too-precise' }

/** Digits and decimal separators that keyboards write instead of `0`-`9` and `.`. */
const zeros = ['٠', '۰']

/**
 * Parses a typed amount to smallest units, digit by digit: no float is involved. A comma is a decimal separator, like a
 * point; both at once are ambiguous and invalid.
 *
 * @param decimals - Of the token, 0 or more.
 * @example parseAmount('1,5', 6) // { amount: 1_500_000n }
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  const plain = toPlainDigits(text.trim())
  if (plain === '') return { problem: 'empty' }
  const [, whole = '', fraction = ''] = /^(\d*)(?:[.,٫](\d*))?$/.exec(plain) ?? []
  if (whole + fraction === '') return { problem: 'invalid' }
  // More digits than any balance has.
  if (whole.length > 78) return { problem: 'invalid' }
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals) return { problem: 'too-precise' }
  return { amount: BigInt(whole + digits.padEnd(decimals, '0') || '0') }
}

/** Replaces Arabic digits by European ones. */
function toPlainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = zeros.find((one) => code - one.charCodeAt(0) >= 0 && code - one.charCodeAt(0) < 10)
    return String(code - (zero ?? '0').charCodeAt(0))
  })
}
