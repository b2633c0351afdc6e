import { randomUUID } from 'node:crypto'
import { commonQuery, type ErrorBody } from '@foyer/protocol'
import { DrizzleQueryError } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import * as v from 'valibot'
import { ApiError } from './apiError.ts'
import { clientOf, isThisMachine } from './clientOf.ts'
import { imageResponse } from './images/imageFile.ts'
import { createOpenApi } from './openApi.ts'
import { operatorClient } from './operatorClient.ts'
import { isOriginAllowed } from './projects/originRule.ts'
import type { Project } from './projects/projects.ts'
import { readText } from './readText.ts'
import { type Asker, parseInput, type Route } from './route.ts'
import { answerGetProject, getProjectPath } from './routes/getProject.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

type Variables = { requestId: string; route: string }
type Call = Context<{ Variables: Variables }>

const defaultMaxBodyBytes = 65_536

/** The whole server as one value, so that a test calls `app.request(…)` with no socket. */
export function createApp(services: Services): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>()

  app.use(async (c, next) => {
    const startedAt = performance.now()
    const asked = c.req.header('X-Request-Id')
    c.set('requestId', asked && /^[\w-]{8,64}$/.test(asked) ? asked : randomUUID())
    c.set('route', 'unknown')
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    const ms = performance.now() - startedAt
    const labels = { method: c.req.method, route: c.get('route'), status: c.res.status }
    services.metrics.requestSeconds.observe(labels, ms / 1000)
    // The route, never the path or query: those carry addresses.
    services.log.info({ ...labels, ms: Math.round(ms), requestId: c.get('requestId') }, 'call')
  })

  app.get('/health', async (c) => {
    c.set('route', '/health')
    await services.checkHealth()
    return c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    c.set('route', '/metrics')
    const { metricsToken } = services
    const isAllowed =
      metricsToken === undefined
        ? isThisMachine(c)
        : c.req.header('Authorization') === `Bearer ${metricsToken}`
    if (!isAllowed) throw new ApiError(403, 'unauthorized', 'Metrics are not for you')
    return c.text(await services.metrics.registry.metrics(), 200, {
      'Content-Type': services.metrics.registry.contentType,
    })
  })
  app.get(getProjectPath, async (c) => {
    c.set('route', getProjectPath)
    c.header('Cache-Control', 'no-store')
    return c.json(await answerGetProject(c, services))
  })
  const openApi = createOpenApi(routes)
  app.get('/openapi.json', (c) => {
    c.set('route', '/openapi.json')
    return c.json(openApi, 200, { 'Access-Control-Allow-Origin': '*' })
  })

  for (const route of routes) {
    const path = route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    const paths = path.endsWith('/') ? [path, path.slice(0, -1)] : [path]
    app.on([route.endpoint.method], paths, (c) => answer(c, route, services))
    app.on(['OPTIONS'], paths, (c) => answerPreflight(c, route, services))
  }

  app.notFound((c) =>
    refuse(c, new ApiError(404, 'resource-not-found', 'There is nothing at this path')),
  )
  app.onError((error, c) => {
    const known = knownError(error)
    if (known.status >= 500) {
      services.log.error({ error, requestId: c.get('requestId'), route: c.get('route') }, 'failed')
    }
    return refuse(c, known)
  })
  return app
}

async function answer(c: Call, route: Route, services: Services): Promise<Response> {
  c.set('route', route.endpoint.path)
  const client = operatorClient(c, services) ?? clientOf(c, services.trustedProxies)
  const origin = c.req.header('Origin')
  c.header('Vary', 'Origin')
  c.header('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, ETag')
  if (route.options.isOpen) c.header('Access-Control-Allow-Origin', '*')
  await services.limits.call(client)
  const query = c.req.query()
  const project = await letIn(c, { origin, query, route, services })
  const { st, sv } = parseInput(commonQuery, query)
  const asker: Asker = {
    project,
    origin,
    client,
    sdkType: st,
    sdkVersion: sv,
    baseUrl: services.publicUrl ?? new URL(c.req.url).origin,
    requestId: c.get('requestId'),
  }
  const text =
    route.endpoint.body === undefined
      ? ''
      : await readText(c.req.raw, route.options.maxBodyBytes ?? defaultMaxBodyBytes)
  const result = await route.handle({ asker, params: c.req.param(), query, text }, services)
  if (result instanceof Response) return withHeaders(c, result)
  if ('json' in result) {
    c.header('Cache-Control', 'no-store')
    return c.json(result.json as never, route.options.status ?? 200)
  }
  return withHeaders(c, imageResponse(result, c.req.header('If-None-Match')))
}

/** Adds what the door wrote, such as the CORS headers, to a complete answer. */
function withHeaders(c: Call, { body, headers, status }: Response): Response {
  for (const [name, value] of headers) c.header(name, value)
  c.status(status as StatusCode)
  return c.newResponse(body)
}

/**
 * The door: a known project, and a page that it lists.
 *
 * @throws {@link ApiError} 401 and 403 with the words of ledger 8.21
 */
async function letIn(
  c: Call,
  {
    origin,
    query,
    route,
    services,
  }: {
    origin: string | undefined
    query: Record<string, string>
    route: Route
    services: Services
  },
): Promise<Project> {
  const id = v.safeParse(commonQuery.entries.projectId, query.projectId)
  const project = id.success ? await services.getProject(id.output) : undefined
  if (project === undefined) {
    // No project, so no list of origins that this could betray: the page may read what is wrong with it.
    c.header('Access-Control-Allow-Origin', '*')
    throw new ApiError(401, 'unauthorized', 'Unauthorized: invalid key', { field: 'projectId' })
  }
  // A program or an image sends no Origin: limits protect the operator there, an origin could be invented.
  const isListed = origin === undefined || isOriginAllowed(origin, project)
  if (!isListed && !route.options.isOpen) {
    throw new ApiError(403, 'unauthorized', 'Unauthorized: origin not allowed')
  }
  if (origin !== undefined && isListed) c.header('Access-Control-Allow-Origin', origin)
  if (project.isDisabled) {
    throw new ApiError(403, 'unauthorized', 'Unauthorized: project disabled')
  }
  return project
}

/** @source https://fetch.spec.whatwg.org/#cors-preflight-fetch */
async function answerPreflight(c: Call, route: Route, services: Services): Promise<Response> {
  c.set('route', route.endpoint.path)
  const origin = c.req.header('Origin')
  c.header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
  await services.limits.call(clientOf(c, services.trustedProxies))
  await letIn(c, { origin, query: c.req.query(), route, services })
  c.header('Access-Control-Allow-Methods', route.endpoint.method)
  c.header('Access-Control-Allow-Headers', 'Content-Type, X-Request-Id')
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}

/** What a caller may know of a failure: never a stack, nor the words of a driver. */
function knownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DrizzleQueryError) {
    return new ApiError(503, 'http-failed', 'The service is not available right now', {
      retryAfterMs: 5000,
    })
  }
  return new ApiError(500, 'internal', 'Internal error')
}

function refuse(c: Call, error: ApiError): Response {
  const { code, field, message, retryAfterMs, status } = error
  if (retryAfterMs !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)))
  c.header('Cache-Control', 'no-store')
  const body: ErrorBody = {
    error: {
      code,
      message,
      ...(field === undefined ? {} : { field }),
      requestId: c.get('requestId'),
    },
  }
  return c.json(body, status)
}
