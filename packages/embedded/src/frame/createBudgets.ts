import { FoyerError, type FrameBudgetName, frameBudgets, frameLimits } from '@foyer/protocol'
import { createBucket } from './createBucket.ts'

/** How often each kind of request was asked, and how many wait. */
export type Budgets = {
  /** Counts one more that begins. @returns Ends it. @throws FoyerError `limit-exceeded` */
  take(name: FrameBudgetName): () => void
}

/** What the requests of one page may cost. @source security 3.3, 3.4; T10 */
export function createBudgets(now: () => number): Budgets {
  const open: Partial<Record<FrameBudgetName, number>> = {}
  const buckets = Object.fromEntries(
    Object.entries(frameBudgets).map(([name, limits]) => [name, createBucket(now, limits)]),
  ) as Record<FrameBudgetName, () => boolean>
  const openOf = (name: FrameBudgetName) => open[name] ?? 0
  const names = Object.keys(frameBudgets) as FrameBudgetName[]
  /** What ends others is not held back by them. */
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
