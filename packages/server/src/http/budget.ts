import type { SharedLimits } from '../limits/sharedLimits.ts'

/** Limits of one route. Every route must have a budget, which is enforced before its handler runs. */
export type Budget = {
  /** Maximum body size, in bytes; 0 for a route without a body. Exceeded: 413. */
  readonly bodyBytes: number
  /** Calls per minute from one network address, in one process. Exceeded: 429. */
  readonly callsPerMinute: number
  /** Time limit of the answer, in ms. Exceeded: 504. */
  readonly answerMs: number
  /** Concurrent calls in one process. Exceeded: 503. */
  readonly atOnce: number
  /** Concurrent calls from one network address. Exceeded: 429. */
  readonly atOnceOfAddress: number
  /** Further limits that the handler itself enforces, as text for the table of limits. @default none */
  readonly finer?: readonly string[]
}

/** Budgets by method and path, as the router writes them: `GET /getWalletImage/:id`. */
export type Budgets = ReadonlyMap<string, Budget>

/** Returns the budget of a route that answers a little data from memory. */
export const lightBudget = (limits: SharedLimits): Budget => ({
  bodyBytes: 0,
  callsPerMinute: limits.lightCallsPerMinute.limit,
  answerMs: limits.lightAnswerMs,
  atOnce: limits.lightAtOnce,
  atOnceOfAddress: limits.lightAtOnceOfAddress,
})

/** Key of the budget for calls that match no route. */
export const unknownRoute = 'ANY *'

/** The routes that every server has. */
export const ownRoutes = ['GET /health', 'GET /metrics', 'GET /favicon.ico', unknownRoute]

/** Returns the budgets of {@link ownRoutes}. */
export function sharedBudgets(limits: SharedLimits): Budgets {
  const light = lightBudget(limits)
  const { metricsAtOnce, metricsAtOnceOfAddress, metricsCallsPerMinute } = limits
  const ofMetrics = { atOnce: metricsAtOnce, atOnceOfAddress: metricsAtOnceOfAddress }
  return new Map<string, Budget>([
    ['GET /health', light],
    ['GET /metrics', { ...light, callsPerMinute: metricsCallsPerMinute.limit, ...ofMetrics }],
    ['GET /favicon.ico', light],
    [unknownRoute, { ...light, callsPerMinute: limits.unknownCallsPerMinute.limit }],
  ])
}
