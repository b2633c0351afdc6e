import type { Budget } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import type { Limits } from '../limits.ts'

/** Returns the budget of a route that asks the swap sources, some of which count the operator's calls. */
export const swapBudget = (limits: Limits): Partial<Budget> => ({
  ...chainBudget(limits),
  finer: [`${limits.swapCallsPerMinute.limit} quotes and swaps a minute of one client`],
})
