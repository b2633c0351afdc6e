import { readDigits } from '../../primitives/readDigits.ts'

/**
 * Reads what was typed into an amount field: digits of any script, one decimal sign.
 *
 * @returns A plain decimal with at most `decimals` places; undefined if the text is none.
 */
export function readTypedAmount(text: string, decimals: number): string | undefined {
  const plain = text
    .replace(/\s/g, '')
    .replace(/\p{Nd}/gu, (digit) => readDigits(digit, 1))
    .replace(/[,٫]/g, '.')
  const match = /^(\d{0,60})(?:(\.)(\d*))?$/.exec(plain)
  if (!match) return undefined
  const [, whole = '', point = '', fraction = ''] = match
  return whole + point + fraction.slice(0, decimals)
}
