const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a period: `7 days`, `24 hours`, in the largest unit of which it has several. */
export function showPeriod(seconds: number, locale: string): string {
  const [unit, size] =
    units.find(([, size]) => seconds % size === 0 && seconds / size >= 2) ?? units[3]
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, options).format(seconds / size)
}
