import { type Budgets, lightBudget, resolveLimits, routeBudgets } from '@foyer/server'
import { type Limits, limits } from './limits.ts'
import { allRoutes } from './routes.ts'

/** Creates the budgets of all routes. @param held - the limits in force. @default the defaults */
export const createBudgets = (held: Limits = resolveLimits(limits)): Budgets =>
  new Map([
    ['GET /openapi.json', { ...lightBudget(held), callsPerMinute: held.callsPerMinute.limit }],
    ...routeBudgets(allRoutes, held),
  ])
