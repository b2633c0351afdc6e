import type { OwnLimits } from '../limits/ownLimits.ts'

/** Maximum cost of one route. A server serves no route without a budget, and enforces it. */
export type Budget = {
  /** Longest body, in bytes; 0 for a route that reads none. Exceeded: 413. */
  readonly bodyBytes: number
  /** Calls per minute from one network address, in one process. Exceeded: 429. */
  readonly callsPerMinute: number
  /** Time to answer, in ms. Exceeded: 504. */
  readonly answerMs: number
  /** Concurrent calls in one process. Exceeded: 503. */
  readonly atOnce: number
  /** Concurrent calls from one network address. Exceeded: 429. */
  readonly atOnceOfAddress: number
  /** The finer limits that the handler counts, as text for the table: `60 a minute of one device`. @default none */
  readonly finer?: readonly string[]
}

/** Budgets by method and path, as the router writes them: `GET /getWalletImage/:id`. */
export type Budgets = ReadonlyMap<string, Budget>

/** The budget of a small answer from memory. */
export const lightBudget = (limits: OwnLimits): Budget => ({
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

/** The budgets of {@link ownRoutes}. */
export function ownBudgets(limits: OwnLimits): Budgets {
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
