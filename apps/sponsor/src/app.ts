import { createHttpApp, type HttpApp, requireBudgets, serveRoutes } from '@foyer/server'
import { createBudgets } from './budgets.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

/** Creates the sponsor's HTTP app. */
export function createApp(services: Services): HttpApp {
  const { checkHealth, limits, log, metrics, metricsToken, trustedProxies } = services
  const budgets = createBudgets(limits)
  const app = createHttpApp({
    ...{ budgets, checkHealth, limits, log, metrics, metricsToken, trustedProxies },
  })
  serveRoutes(app, routes, services)
  requireBudgets(app, budgets)
  return app
}
