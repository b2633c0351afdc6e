/**
 * Reads an amount of money as typed: `50`, `49.9`, `49,90`.
 *
 * @returns Hundredths; undefined for any other text, and for 0.
 */
export function readFiat(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^0*(\d{1,9})(?:[.,](\d{0,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const amount = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return amount === 0n ? undefined : amount
}
