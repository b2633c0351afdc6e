import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@foyer/protocol'
import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { Histogram, Registry } from 'prom-client'
import { isSame } from '../hash.ts'
import type { SharedLimits } from '../limits/sharedLimits.ts'
import { type Budgets, sharedBudgets } from './budget.ts'
import type { Call, HttpApp } from './call.ts'
import { enforceBudgets } from './enforceBudgets.ts'
import { HttpError } from './httpError.ts'
import { networkOf, requesterAddress } from './requester.ts'
import { createProxyWatch } from './watchProxies.ts'

/**
 * Creates the Hono app that every server shares: request ids, security headers, a log line and a metric per call, rate
 * limits, `/health`, `/metrics`, and error answers that reveal nothing internal.
 */
export function createHttpApp({
  budgets,
  checkHealth,
  clientOf,
  finish,
  headers = {},
  isSecure = false,
  knownError,
  limits,
  log,
  metrics,
  metricsToken,
  nothingHere = 'There is nothing at this path',
  now,
  trustedProxies,
}: createHttpApp.Options): HttpApp {
  const app: HttpApp = new Hono()
  const watchProxies = createProxyWatch({ log, trustedProxies })

  app.use(async (c, next) => {
    const startedAt = performance.now()
    const asked = c.req.header('X-Request-Id')
    c.set('requestId', asked && /^[\w-]{8,64}$/.test(asked) ? asked : randomUUID())
    c.set('route', 'unknown')
    watchProxies(c)
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    if (isSecure) c.res.headers.set('Strict-Transport-Security', strictTransport)
    for (const [name, value] of Object.entries({ 'Cache-Control': 'no-store', ...headers }))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    finish?.(c)
    const ms = performance.now() - startedAt
    const route = c.get('route')
    const labels = { method: c.req.method, route, status: c.res.status }
    metrics.requestSeconds?.observe(labels, ms / 1000)
    // Log the route's pattern, never path or query, which contain addresses. Frequent polls are logged at debug level.
    const level = route === '/health' || route === '/metrics' ? 'debug' : 'info'
    log[level]({ ...labels, ms: Math.round(ms), requestId: c.get('requestId') }, 'call')
  })

  app.use(
    enforceBudgets({
      budgets: new Map([...sharedBudgets(limits), ...budgets]),
      clientOf: (c) => clientOf?.(c) ?? networkOf(requesterAddress(c, trustedProxies)),
      now,
    }),
  )
  app.get('/health', async (c) => {
    c.set('route', '/health')
    try {
      await checkHealth()
    } catch (cause) {
      throw unavailable(cause)
    }
    return c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    c.set('route', '/metrics')
    // Requires a token instead of a local address: behind a local proxy, every caller has one.
    const isAllowed =
      metricsToken !== undefined &&
      isSame(c.req.header('Authorization') ?? '', `Bearer ${metricsToken}`)
    if (!isAllowed) throw new HttpError(403, 'unauthorized', 'Metrics are not for you')
    return c.text(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
    })
  })

  app.notFound((c) => answerError(c, new HttpError(404, 'resource-not-found', nothingHere)))
  app.onError((error, c) => {
    const known = toHttpError(error)
    if (known.status >= 500)
      log.error({ error, requestId: c.get('requestId'), route: c.get('route') }, 'failed')
    return answerError(c, known)
  })

  const toHttpError = (error: unknown): HttpError => {
    if (error instanceof HttpError) return error
    if (isQueryError(error)) return unavailable(error)
    return knownError?.(error) ?? new HttpError(500, 'internal', 'Internal error')
  }
  return app
}

/** Known by its fields, since a server without a database must not load the library of one. */
const isQueryError = (error: unknown): error is Error =>
  error instanceof Error && 'query' in error && 'params' in error

export declare namespace createHttpApp {
  type Options = {
    /** Budgets of all routes except `/health`, `/metrics` and `/favicon.ico`. */
    budgets: Budgets
    /** Limits of those three. */
    limits: SharedLimits
    /** Number of proxies in front whose forwarded addresses are trusted. */
    trustedProxies: number
    /** Returns a key under which to count a call instead of its address. @default none */
    clientOf?: ((c: Call) => string | undefined) | undefined
    /** Tells browsers to use TLS only (HSTS). @default false */
    isSecure?: boolean | undefined
    /** Adds headers to every answer, errors included. @default none */
    finish?: ((c: Call) => void) | undefined
    /** Returns the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
    log: Logger
    metrics: {
      readonly registry: Registry
      readonly requestSeconds?: Histogram<'method' | 'route' | 'status'>
    }
    /** The bearer token required by `/metrics`. @default none: it refuses every call */
    metricsToken: string | undefined
    /** Rejects when the server is unhealthy; `/health` then answers 503. */
    checkHealth: () => Promise<void>
    /** Headers added to every answer that does not set them itself, including errors. @default none */
    headers?: Readonly<Record<string, string>>
    /** Maps the server's own errors to errors for the caller. @default none */
    knownError?: (error: unknown) => HttpError | undefined
    /** The message for unknown paths. @default 'There is nothing at this path' */
    nothingHere?: string
  }
}

/** @source https://www.rfc-editor.org/rfc/rfc6797 */
const strictTransport = 'max-age=63072000; includeSubDomains'

const unavailable = (cause: unknown) =>
  new HttpError(503, 'http-failed', 'The service is not available right now', {
    cause,
    retryAfterMs: 5000,
  })

function answerError(c: Call, { code, field, message, retryAfterMs, status }: HttpError): Response {
  if (retryAfterMs !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)))
  c.header('Cache-Control', 'no-store')
  c.status(status as StatusCode)
  const body: ErrorBody = {
    error: {
      code,
      message,
      ...(field === undefined ? {} : { field }),
      requestId: c.get('requestId'),
    },
  }
  return c.json(body)
}
