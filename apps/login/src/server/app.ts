import {
  createHttpApp,
  type HttpApp,
  HttpError,
  readCallBody,
  readInputError,
  requesterAddress,
  requireBudgets,
  serveRoutes,
} from '@foyer/server'
import { createBudgets } from './budgets.ts'
import { reportPath, strictTransport } from './pages/headers.ts'
import { languageOf } from './pages/languageOf.ts'
import { logPolicyReports } from './pages/logPolicyReports.ts'
import { servePages } from './pages/servePages.ts'
import { startDocument } from './pages/socialPages.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'
import { callbackPath, startPath } from './social/beginSocial.ts'
import { answerCallback, storeForm } from './social/callback.ts'

/** The whole server as one value. */
export function createApp(services: Services): HttpApp {
  const { checkHealth, limits, log, loginOrigin, metrics, metricsToken, tokens } = services
  const files = services.pages.files.keys()
  const budgets = createBudgets(limits, [...files])
  const app = createHttpApp({
    ...{ budgets, checkHealth, limits, log, metrics, metricsToken },
    trustedProxies: services.trustedProxies,
    knownError: readInputError,
  })
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(strictTransport(loginOrigin)))
      c.res.headers.set(name, value)
    if (!c.res.headers.has('Content-Security-Policy'))
      c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    if (!c.res.headers.has('Cross-Origin-Resource-Policy'))
      c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  })
  servePages(app, services)
  app.get('/.well-known/jwks.json', (c) => {
    c.set('route', '/.well-known/jwks.json')
    return c.json(tokens.jwks, 200, { 'Cache-Control': 'public, max-age=300' })
  })
  app.get(startPath, (c) => {
    c.set('route', startPath)
    return startDocument(services, languageOf(c))
  })
  app.get(callbackPath, (c) => {
    c.set('route', callbackPath)
    return answerCallback(c, services)
  })
  app.post(callbackPath, (c) => {
    c.set('route', callbackPath)
    return storeForm(c, services)
  })
  serveRoutes(app, routes, services)
  app.post(reportPath, async (c) => {
    c.set('route', reportPath)
    // No page of another origin sends this without asking first.
    if (!/^application\/reports\+json\b/i.test(c.req.header('Content-Type') ?? ''))
      throw new HttpError(415, 'request-invalid', 'The body must be reports')
    const ip = requesterAddress(c, services.trustedProxies)
    await logPolicyReports(services, { bytes: await readCallBody(c), ip })
    return c.body(null, 204)
  })
  requireBudgets(app, budgets)
  return app
}
