/**
 * Parses a plain decimal into smallest units: `parseUnits('1.5', 6)` is `1500000n`.
 *
 * @param decimals - 0 or more.
 * @returns undefined if `text` is no plain decimal, is negative, or has more decimal places than the token.
 */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  const digits = fraction.replace(/0+$/, '')
  if (whole + fraction === '' || digits.length > decimals) return undefined
  return BigInt(whole + digits.padEnd(decimals, '0'))
}
