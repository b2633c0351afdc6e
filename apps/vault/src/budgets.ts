import { type Budgets, lightBudget, resolveLimits, routeBudgets } from '@foyer/server'
import { type Limits, limits } from './limits.ts'
import { routes } from './routes.ts'

/** Creates the budgets of all routes. @param held - the limits in force. @default the defaults */
export const createBudgets = (held: Limits = resolveLimits(limits)): Budgets =>
  new Map([
    ...['/device', '/device.js', '/device-words.js', '/device.css'].map(
      (path) => [`GET ${path}`, lightBudget(held)] as const,
    ),
    ...routeBudgets(routes, held),
  ])
