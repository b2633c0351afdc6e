import type { Hono } from 'hono'
import { type Budgets, ownRoutes } from './budget.ts'
import type { CallVariables } from './call.ts'

/** Lists every route of a server, as `GET /getWalletImage/:id`. */
export function listRoutes(app: Hono<{ Variables: CallVariables }>): string[] {
  const routes = app.routes.filter(({ method }) => method !== 'ALL')
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))]
}

/**
 * Requires a budget for every route.
 * @throws Error that lists the routes without one
 */
export function requireBudgets(app: Hono<{ Variables: CallVariables }>, budgets: Budgets): void {
  const without = listRoutes(app).filter((name) => !budgets.has(name) && !ownRoutes.includes(name))
  if (without.length > 0) throw new Error(`Routes without a budget: ${without.join(', ')}`)
}
