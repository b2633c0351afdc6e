import {
  createHttpApp,
  type HttpApp,
  pageLanguage,
  readInputError,
  requireBudgets,
  serveRoutes,
} from '@foyer/server'
import { createBudgets } from './budgets.ts'
import { answerHeaders, type DevicePage, inLanguage, pageHeaders } from './page.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

/** Creates the vault's HTTP app: page, routes, health and metrics. */
export function createApp(services: Services, page: DevicePage): HttpApp {
  const { checkHealth, limits, log, metrics, metricsToken, trustedProxies } = services
  const budgets = createBudgets(limits)
  const app = createHttpApp({
    ...{ budgets, checkHealth, limits, log, metrics, metricsToken, trustedProxies },
    headers: answerHeaders,
    knownError: readInputError,
  })

  app.use(async (_, next) => {
    await next()
    services.outbox.sendAdded()
  })

  // A GET must not approve anything, since mail scanners open links.
  for (const { body, path, type } of page)
    app.get(path, (c) => {
      c.set('route', path)
      const language = pageLanguage(c.req.header('Accept-Language'))
      return c.body(inLanguage(body, language), 200, { ...pageHeaders, 'Content-Type': type })
    })
  app.get('/favicon.ico', (c) => c.body(null, 204))
  serveRoutes(app, routes, services)
  requireBudgets(app, budgets)
  return app
}
