import { randomUUID } from 'node:crypto'
import { verifyServiceCall } from '@foyer/protocol'
import { DrizzleQueryError } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import * as v from 'valibot'
import { authenticate } from './auth/authenticate.ts'
import { clientNetwork, isThisMachine } from './clientOf.ts'
import { isSame, sha256 } from './hash.ts'
import { takeOnce } from './limits/takeOnce.ts'
import { takeRate } from './limits/takeRate.ts'
import { readBrowser } from './links/readBrowser.ts'
import { type DevicePage, pageHeaders } from './page.ts'
import { readBody } from './readBody.ts'
import { pageRoutes, type Route, serviceRoutes, shareRoutes } from './routes.ts'
import type { Services } from './services.ts'
import { VaultError } from './vaultError.ts'

type Variables = { requestId: string; route: string }
type Call = Context<{ Variables: Variables }>

/** The whole server as one value. */
export function createApp(services: Services, page: DevicePage): Hono<{ Variables: Variables }> {
  const { fingerprints } = services.kms
  const {
    limits,
    log,
    loginOrigin,
    metrics,
    metricsToken,
    now,
    publicUrl,
    queries,
    serviceSecret,
    trustedProxies,
  } = services
  const app = new Hono<{ Variables: Variables }>()

  app.use(async (c, next) => {
    const startedAt = performance.now()
    c.set('requestId', randomUUID())
    c.set('route', 'unknown')
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
    const labels = { route: c.get('route'), status: c.res.status }
    metrics.requestSeconds.observe(labels, (performance.now() - startedAt) / 1000)
    log.info({ ...labels, requestId: c.get('requestId') }, 'call')
  })

  app.get('/health', async (c) => {
    c.set('route', '/health')
    await services.checkHealth()
    return c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    c.set('route', '/metrics')
    const isAllowed =
      metricsToken === undefined
        ? isThisMachine(c)
        : isSame(c.req.header('Authorization') ?? '', `Bearer ${metricsToken}`)
    if (!isAllowed) throw new VaultError(403, 'unauthorized', 'Metrics are not for you')
    return c.text(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
    })
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
      const network = clientNetwork(c, trustedProxies)
      await takeRate(queries, {
        key: `page:${sha256(network)}`,
        limit: limits.pageCallsPerMinute,
        windowMs: 60_000,
        nowMs: now(),
      })
      const opener = { network, ...readBrowser(c.req.header('User-Agent') ?? '') }
      return c.json(
        (await handle(services, parse(body, await readBody(c.req.raw)) as never, opener)) as object,
      )
    })

  for (const { body, handle, path } of shareRoutes) {
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
      const bytes = await readBody(c.req.raw)
      const caller = await authenticate(c, bytes, services)
      return c.json((await handle(services, parse(body, bytes) as never, caller)) as object)
    })
  }

  for (const { body, handle, path } of serviceRoutes as readonly Route<undefined>[])
    app.post(path, async (c) => {
      c.set('route', path)
      const bytes = await readBody(c.req.raw)
      const verdict = await verifyServiceCall({
        from: 'A',
        method: 'POST',
        path,
        body: bytes,
        secret: serviceSecret,
        header: (name) => c.req.header(name),
        fingerprints,
        remember: (nonce, untilMs) => takeOnce(queries, `service:${nonce}`, untilMs),
        nowMs: now(),
      })
      if (verdict.status === 'invalid') {
        log.warn({ reason: verdict.reason }, 'a service call is refused')
        throw new VaultError(403, 'unauthorized', 'This call is not of the login server')
      }
      return c.json((await handle(services, parse(body, bytes) as never, undefined)) as object)
    })

  const allow = (c: Call) => {
    c.header('Access-Control-Allow-Origin', loginOrigin)
    c.header('Access-Control-Expose-Headers', 'DPoP-Nonce')
    c.header('Vary', 'Origin')
  }
  app.notFound((c) =>
    answerError(c, new VaultError(404, 'resource-not-found', 'There is nothing at this path')),
  )
  app.onError((error, c) => {
    const known = knownError(error)
    if (known.status >= 500)
      log.error({ error, requestId: c.get('requestId'), route: c.get('route') }, 'failed')
    return answerError(c, known)
  })
  return app
}

/** A browser's own word of where a call comes from; no other page may use these calls. */
function requireOrigin(c: Call, origin: string): void {
  if (c.req.header('Origin') !== origin)
    throw new VaultError(403, 'unauthorized', 'Unauthorized: origin not allowed')
}

function parse(schema: v.GenericSchema, bytes: Uint8Array): unknown {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new VaultError(400, 'parse-failed', 'The body is not JSON')
  }
  const parsed = v.safeParse(schema, json)
  if (parsed.success) return parsed.output
  // The path of the field, never its value.
  throw new VaultError(
    400,
    'request-invalid',
    `Not valid: ${v.getDotPath(parsed.issues[0]) ?? 'the body'}`,
  )
}

/** What a caller may know of a failure: never a stack, nor the words of a driver. */
function knownError(error: unknown): VaultError {
  if (error instanceof VaultError) return error
  if (error instanceof DrizzleQueryError)
    return new VaultError(503, 'http-failed', 'The service is not available right now', {
      retryAfterMs: 5000,
    })
  const code = (error as { code?: unknown }).code
  if (code === 'input-invalid')
    return new VaultError(400, 'input-invalid', 'A field can not be read')
  return new VaultError(500, 'internal', 'Internal error')
}

function answerError(c: Call, { code, message, retryAfterMs, status }: VaultError): Response {
  if (retryAfterMs !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)))
  c.status(status as StatusCode)
  return c.json({ error: { code, message, requestId: c.get('requestId') } })
}
