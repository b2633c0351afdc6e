import type { Budget } from '@foyer/server'
import type { Limits } from '../limits.ts'

/** Returns the budget of a route that calls chains. */
export const chainBudget = (limits: Limits): Partial<Budget> => ({
  answerMs: limits.chainAnswerMs,
  atOnce: limits.chainCallsAtOnce,
  atOnceOfAddress: limits.chainCallsAtOnceOfAddress,
})
