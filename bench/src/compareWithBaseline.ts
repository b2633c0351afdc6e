import type { Browser, Page } from 'playwright'
import { median } from './percentile.ts'
import { takeTurns } from './takeTurns.ts'

/**
 * Measures how long a user waits, ms, each time on a fresh page, and prints it next to the case `baseline`.
 *
 * @param limits - the maximum of each case, as a multiple of the baseline
 * @returns true if all are within their limits.
 */
export async function compareWithBaseline<name extends string>(
  browser: Browser,
  {
    cases,
    limits,
    rounds,
    title,
  }: {
    cases: Readonly<Record<name | 'baseline', (page: Page) => Promise<number>>>
    limits: Readonly<Partial<Record<name, number>>>
    rounds: number
    title: string
  },
): Promise<boolean> {
  const onFreshPage = (measure: (page: Page) => Promise<number>) => async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    try {
      return await measure(await context.newPage())
    } finally {
      await context.close()
    }
  }
  const measures = Object.entries<(page: Page) => Promise<number>>(cases).map(
    ([name, measure]) => [name, onFreshPage(measure)] as const,
  )
  const times = await takeTurns(rounds, Object.fromEntries(measures))
  console.log(`\n${title}, median of ${rounds}`)
  const baseline = median(times.baseline ?? [])
  let passed = true
  for (const [name, all] of Object.entries(times)) {
    const limit = limits[name as name] ?? Number.POSITIVE_INFINITY
    const ratio = median(all) / baseline
    const within = ratio <= limit
    passed &&= within
    const range = `(${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`
    console.log(
      `  ${name.padEnd(12)} ${median(all).toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)}×  ${range}${within ? '' : `  over ${limit}×`}`,
    )
  }
  return passed
}
