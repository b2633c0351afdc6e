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

/** A route that gives a small answer from memory. */
export const lightBudget: Budget = {
  bodyBytes: 0,
  callsPerMinute: 1200,
  answerMs: 10_000,
  atOnce: 500,
  atOnceOfAddress: 100,
}

/** What is asked where there is no route. */
export const unknownRoute = 'ANY *'

/** The routes of every server. */
export const ownBudgets: Budgets = new Map([
  ['GET /health', lightBudget],
  ['GET /metrics', { ...lightBudget, callsPerMinute: 120, atOnce: 10, atOnceOfAddress: 5 }],
  ['GET /favicon.ico', lightBudget],
  [unknownRoute, { ...lightBudget, callsPerMinute: 600 }],
])
