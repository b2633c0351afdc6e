import type { Budget } from '@foyer/server'
import type { Limits } from '../limits.ts'

/** What a route may cost that asks chains. */
export const chainBudget = (limits: Limits): Partial<Budget> => ({
  answerMs: limits.chainAnswerMs,
  atOnce: limits.chainCallsAtOnce,
  atOnceOfAddress: limits.chainCallsAtOnceOfAddress,
})
