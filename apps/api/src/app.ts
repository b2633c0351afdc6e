import { type Call, createHttpApp, type HttpApp, requireBudgets, serveRoutes } from '@foyer/server'
import { createBudgets } from './budgets.ts'
import { createOpenApi } from './openApi.ts'
import { operatorClient } from './operatorClient.ts'
import { allRoutes, routes } from './routes.ts'
import type { Services } from './services.ts'

/** Creates the api's HTTP app. */
export function createApp(services: Services): HttpApp {
  const { checkHealth, isSecure, limits, log, metrics, metricsToken, trustedProxies } = services
  const budgets = createBudgets(limits)
  const app = createHttpApp({
    ...{ budgets, checkHealth, isSecure, limits, log, metrics, metricsToken, trustedProxies },
    clientOf: (c) => operatorClient(c, services),
    finish: letPagesReadErrors,
  })
  const openApi = createOpenApi(routes)
  app.get('/openapi.json', (c) => {
    c.set('route', '/openapi.json')
    return c.json(openApi, 200, { 'Access-Control-Allow-Origin': '*' })
  })
  serveRoutes(app, allRoutes, services)
  requireBudgets(app, budgets)
  return app
}

/** Lets pages read errors (CORS), except for 403: its page may not read anything. */
function letPagesReadErrors({ res: { headers, status } }: Call): void {
  if (status >= 400 && status !== 403 && !headers.has('Access-Control-Allow-Origin'))
    headers.set('Access-Control-Allow-Origin', '*')
}
