import type { OwnLimits } from '../limits/ownLimits.ts'

/** What one route may cost. A server answers no route without one, and enforces it. */
export type Budget = {
  /** Longest body, bytes; 0 for a route that reads none. More: 413. */
  readonly bodyBytes: number
  /** Calls of one network address in a minute, in one process. More: 429. */
  readonly callsPerMinute: number
  /** Until it is answered, ms. Longer: 504. */
  readonly answerMs: number
  /** Calls under way in one process. More: 503. */
  readonly atOnce: number
  /** The same of one network address. More: 429. */
  readonly atOnceOfAddress: number
  /** The finer limits that its handler counts, for the table: `60 a minute of one device`. @default none */
  readonly finer?: readonly string[]
}

/** Budgets by method and path as the router writes it: `GET /getWalletImage/:id`. */
export type Budgets = ReadonlyMap<string, Budget>

/** The budget of a small answer from memory. */
export const lightBudget = (limits: OwnLimits): Budget => ({
  bodyBytes: 0,
  callsPerMinute: limits.lightCallsPerMinute.limit,
  answerMs: limits.lightAnswerMs,
  atOnce: limits.lightAtOnce,
  atOnceOfAddress: limits.lightAtOnceOfAddress,
})

/** What is asked where there is no route. */
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
