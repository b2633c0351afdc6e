import { parseUnits } from 'viem'

/** The number of a field in the smallest unit of what is sent; or why it is none, empty while nothing is written. */
export function readAmount(
  text: string,
  { decimals, symbol }: { decimals: number; symbol: string },
): { readonly amount: bigint } | { readonly hint: string } {
  if (text === '') return { hint: '' }
  const found = /^\d+(?:\.(?<fraction>\d+))?$/.exec(text)
  if (!found) return { hint: 'Write the amount as a number, such as 0.01.' }
  if ((found.groups?.fraction ?? '').length > decimals)
    return { hint: `${symbol} has at most ${decimals} digits after the point.` }
  return { amount: parseUnits(text, decimals) }
}
