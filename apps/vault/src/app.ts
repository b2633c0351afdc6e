import {
  type Call,
  createHttpApp,
  type HttpApp,
  HttpError,
  parseBody,
  readBrowser,
  readCallBody,
  readInputError,
  requesterAddress,
  requireBudgets,
  requireServiceCall,
  sha256,
  takeOnce,
  takeRate,
} from '@foyer/server'
import { authenticate } from './auth/authenticate.ts'
import { authenticateDevice } from './auth/authenticateDevice.ts'
import { createBudgets } from './budgets.ts'
import { rates, used } from './database/schema.ts'
import { placeOf } from './links/placeOf.ts'
import { answerHeaders, type DevicePage, pageHeaders } from './page.ts'
import { deviceRoutes, pageRoutes, type Route, serviceRoutes, shareRoutes } from './routes.ts'
import type { Services } from './services.ts'

/** The whole server as one value. */
export function createApp(services: Services, page: DevicePage): HttpApp {
  const { fingerprints } = services.kms
  const { limits, log, loginOrigin, metrics, metricsToken, now, publicUrl, queries } = services
  const budgets = createBudgets(limits)
  const app = createHttpApp({
    budgets,
    trustedProxies: services.trustedProxies,
    log,
    metrics,
    metricsToken,
    checkHealth: services.checkHealth,
    headers: answerHeaders,
    knownError: readInputError,
  })

  app.use(async (_, next) => {
    await next()
    services.outbox.sendAdded()
  })

  // Looking never approves: scanners of mail open every link.
  for (const { body, path, type } of page)
    app.get(path, (c) => {
      c.set('route', path)
      return c.body(body, 200, { ...pageHeaders, 'Content-Type': type })
    })
  app.get('/favicon.ico', (c) => c.body(null, 204))
  for (const { body, handle, path } of pageRoutes)
    app.post(path, async (c) => {
      c.set('route', path)
      requireOrigin(c, publicUrl)
      const network = placeOf(requesterAddress(c, services.trustedProxies))
      await takeRate(queries, rates, {
        key: `page:${sha256(network)}`,
        limit: limits.pageCallsPerMinute,
        windowMs: 60_000,
        nowMs: now(),
      })
      const opener = { network, ...readBrowser(c.req.header('User-Agent') ?? '') }
      const input = parseBody(body, await readCallBody(c))
      return c.json((await handle(services, input as never, opener)) as object)
    })

  const answerPages = <context>(
    { body, handle, path }: Route<context>,
    identify: (c: Call, bytes: Uint8Array<ArrayBuffer>) => Promise<context>,
  ) => {
    app.options(path, (c) => {
      c.set('route', path)
      requireOrigin(c, loginOrigin)
      allow(c)
      c.header('Access-Control-Allow-Methods', 'POST')
      c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, DPoP')
      c.header('Access-Control-Max-Age', '600')
      return c.body(null, 204)
    })
    app.post(path, async (c) => {
      c.set('route', path)
      requireOrigin(c, loginOrigin)
      allow(c)
      const bytes = await readCallBody(c)
      const context = await identify(c, bytes)
      return c.json((await handle(services, parseBody(body, bytes) as never, context)) as object)
    })
  }
  for (const route of shareRoutes)
    answerPages(route, (c, bytes) => authenticate(c, bytes, services))
  for (const route of deviceRoutes)
    answerPages(route, async (c, bytes) => {
      const { browser, os } = readBrowser(c.req.header('User-Agent') ?? '')
      return { jkt: await authenticateDevice(c, bytes, services), madeIn: `${browser} on ${os}` }
    })

  for (const { body, handle, path } of serviceRoutes as readonly Route<undefined>[])
    app.post(path, async (c) => {
      c.set('route', path)
      const bytes = await readCallBody(c)
      await requireServiceCall(c, {
        from: 'A',
        body: bytes,
        secret: services.serviceSecret,
        fingerprints,
        remember: (nonce, until) => takeOnce(queries, used, { key: `service:${nonce}`, until }),
        log,
        nowMs: now(),
      })
      return c.json((await handle(services, parseBody(body, bytes) as never, undefined)) as object)
    })

  const allow = (c: Call) => {
    c.header('Access-Control-Allow-Origin', loginOrigin)
    c.header('Access-Control-Expose-Headers', 'DPoP-Nonce')
    c.header('Vary', 'Origin')
  }
  requireBudgets(app, budgets)
  return app
}

/** A browser's own word of where a call comes from; no other page may use these calls. */
function requireOrigin(c: Call, origin: string): void {
  if (c.req.header('Origin') !== origin)
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
}
