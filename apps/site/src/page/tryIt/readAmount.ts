import { parseUnits } from 'viem'

/** Parses an amount to smallest units, or returns a hint about what is wrong; the hint for an empty field is empty. */
export function readAmount(
  text: string,
  { decimals, symbol }: { decimals: number; symbol: string },
): { readonly amount: bigint } | { readonly hint: string } {
  if (text === '') return { hint: '' }
  const found = /^\d+(?:\.(?<fraction>\d+))?$/.exec(text)
  if (!found) return { hint: 'Enter the amount as a number, such as 0.01.' }
  if ((found.groups?.fraction ?? '').length > decimals)
    return { hint: `${symbol} has at most ${decimals} digits after the decimal point.` }
  return { amount: parseUnits(text, decimals) }
}
