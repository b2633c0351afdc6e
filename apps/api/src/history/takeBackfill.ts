import { type Budget, HttpError } from '@foyer/server'
import type { Caller } from '../doors.ts'
import type { Limits } from '../limits.ts'
import type { Services } from '../services.ts'
import { keyedBudget } from '../takeKeyedCall.ts'

/**
 * Counts an account whose past is read because a client asked, so that no client fills the list of them.
 * @returns false when the client has asked for too many
 */
export async function takeBackfill(
  { limiter, limits }: Pick<Services, 'limiter' | 'limits'>,
  { client }: Pick<Caller, 'client'>,
): Promise<boolean> {
  try {
    await limiter.take({ key: `backfill:${client}`, ...limits.backfillsPerHour })
    return true
  } catch (error) {
    // The page is worth more than its past.
    if (error instanceof HttpError) return false
    throw error
  }
}

/** Returns the budget of a route that reads an account's history: it may ask chains what a token is called. */
export function historyBudget(limits: Limits): Partial<Budget> {
  const { finer = [], ...budget } = keyedBudget('pages')(limits)
  const ofPasts = `the past of ${limits.backfillsPerHour.limit} new accounts an hour of one client`
  return { ...budget, finer: [...finer, ofPasts] }
}
