import type { Browser, Page } from 'playwright'
import { median } from './percentile.ts'
import { takeTurns } from './takeTurns.ts'

/**
 * Measures what a visitor waits for, ms, each time on a fresh page, and prints it beside the case `floor`.
 *
 * @param limits - the most that a case may take, in times of the floor
 * @returns Whether all are within their limits.
 */
export async function compareWithFloor<name extends string>(
  browser: Browser,
  {
    cases,
    limits,
    rounds,
    title,
  }: {
    cases: Readonly<Record<name | 'floor', (page: Page) => Promise<number>>>
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
  const floor = median(times.floor ?? [])
  let passed = true
  for (const [name, all] of Object.entries(times)) {
    const limit = limits[name as name] ?? Number.POSITIVE_INFINITY
    const ratio = median(all) / floor
    const within = ratio <= limit
    passed &&= within
    const range = `(${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`
    console.log(
      `  ${name.padEnd(12)} ${median(all).toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)}×  ${range}${within ? '' : `  over ${limit}×`}`,
    )
  }
  return passed
}
