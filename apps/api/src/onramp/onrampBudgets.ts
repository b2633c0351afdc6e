import type { Budget } from '@foyer/server'
import type { Limits } from '../limits.ts'

/** Returns the budget of a route that asks a provider. */
export const providerBudget = (limits: Limits): Partial<Budget> => ({
  answerMs: limits.onrampAnswerMs,
  atOnce: limits.onrampCallsAtOnce,
  atOnceOfAddress: limits.onrampCallsAtOnceOfAddress,
})

/** Returns the budget of a route that opens purchases. */
export const orderBudget = (limits: Limits): Partial<Budget> => ({
  ...providerBudget(limits),
  bodyBytes: limits.onrampBodyBytes,
  finer: [
    `${limits.onrampOrdersPerHour.limit} purchases an hour of one client, ${limits.onrampOrdersOfAddressPerHour.limit} to one account, ${limits.onrampOrdersOfProjectPerHour.limit} of a whole project`,
  ],
})
