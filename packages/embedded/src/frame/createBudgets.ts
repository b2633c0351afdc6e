import { FoyerError } from '@foyer/protocol'
import { type FrameBudgetName, frameBudgets, frameLimits } from '@foyer/protocol/frame'
import { createBucket } from './createBucket.ts'

/** Rate and concurrency limits by kind of request. */
export type Budgets = {
  /** Counts a request that begins. @returns A function that ends it. @throws FoyerError `limit-exceeded` */
  take(name: FrameBudgetName): () => void
}

/** Budgets for the requests of one page. @source security 3.3, 3.4; T10 */
export function createBudgets(now: () => number): Budgets {
  const open: Partial<Record<FrameBudgetName, number>> = {}
  const buckets = Object.fromEntries(
    Object.entries(frameBudgets).map(([name, limits]) => [name, createBucket(now, limits)]),
  ) as Record<FrameBudgetName, () => boolean>
  const openOf = (name: FrameBudgetName) => open[name] ?? 0
  const names = Object.keys(frameBudgets) as FrameBudgetName[]
  /** Total of pending requests; `control` is not counted, so that an abort always passes. */
  const readAll = () =>
    names.reduce((all, name) => all + (name === 'control' ? 0 : openOf(name)), 0)
  return {
    take(name) {
      const isFull =
        openOf(name) >= frameBudgets[name].open ||
        (name !== 'control' && readAll() >= frameLimits.open)
      if (isFull || !buckets[name]()) throw new FoyerError('limit-exceeded')
      open[name] = openOf(name) + 1
      return () => {
        open[name] = openOf(name) - 1
      }
    },
  }
}
