import { formatUnits } from 'viem'

const exactly = new Intl.NumberFormat('en', { maximumFractionDigits: 36 })
const three = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const four = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** Formats an amount in whole units with all its digits, grouped: `1,234.5`. */
export const exactAmount = (amount: bigint, decimals: number): string =>
  exactly.format(formatUnits(amount, decimals) as Intl.StringNumericLiteral)

/** Formats an amount in whole units with three significant digits. */
export const roughAmount = (amount: bigint, decimals: number): string =>
  three.format(formatUnits(amount, decimals) as Intl.StringNumericLiteral)

/** Formats an amount in whole units with at most four decimals. */
export const shortAmount = (amount: bigint, decimals: number): string =>
  four.format(formatUnits(amount, decimals) as Intl.StringNumericLiteral)
