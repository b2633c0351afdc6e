import type { HistoryTransaction } from '@foyer/protocol/api'

/** The transactions of a month. */
export type HistoryMonth = {
  /** 1 to 12. */
  readonly month: number
  /** Newest first. */
  readonly transactions: readonly HistoryTransaction[]
}

/** The transactions of a year, by month. */
export type HistoryYear = {
  readonly year: number
  /** Latest first; months without a transaction are left out. */
  readonly months: readonly HistoryMonth[]
}

/**
 * Groups transactions by year, then month, newest first. Transactions of the same moment keep their order.
 *
 * @param parameters.timeZone - IANA name: `Europe/Madrid`. @default that of the device
 * @source spec 3.3
 */
export function groupHistory(
  transactions: readonly HistoryTransaction[],
  { timeZone }: { timeZone?: string | undefined } = {},
): readonly HistoryYear[] {
  const readMonth = monthReader(timeZone)
  const years: { year: number; months: { month: number; transactions: HistoryTransaction[] }[] }[] =
    []
  for (const [minedAt, transaction] of sortByTime(transactions)) {
    const { month, year } = readMonth(minedAt)
    if (years.at(-1)?.year !== year) years.push({ year, months: [] })
    const months = years.at(-1)?.months
    if (months?.at(-1)?.month !== month) months?.push({ month, transactions: [] })
    months?.at(-1)?.transactions.push(transaction)
  }
  return years
}

/** Sorts by time, in ms since 1970. A time that can not be read counts as the oldest. */
function sortByTime(
  transactions: readonly HistoryTransaction[],
): readonly (readonly [minedAt: number, HistoryTransaction])[] {
  return transactions
    .map((one) => [Date.parse(one.metadata.minedAt) || 0, one] as const)
    .sort(([one], [other]) => other - one)
}

/** Returns a function that tells the month of a time, in the Gregorian calendar. */
function monthReader(timeZone: string | undefined) {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
  })
  return (time: number) => {
    const parts = format.formatToParts(time)
    const read = (type: 'month' | 'year') => Number(parts.find((part) => part.type === type)?.value)
    return { month: read('month'), year: read('year') }
  }
}
