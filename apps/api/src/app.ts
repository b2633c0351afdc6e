import { commonQuery } from '@foyer/protocol'
import {
  type Call,
  createHttpApp,
  decodeBody,
  type HttpApp,
  HttpError,
  networkOf,
  readCallBody,
  requesterAddress,
  requireBudgets,
} from '@foyer/server'
import type { StatusCode } from 'hono/utils/http-status'
import * as v from 'valibot'
import { createBudgets, routerPaths } from './budgets.ts'
import { imageResponse } from './images/imageFile.ts'
import { createOpenApi } from './openApi.ts'
import { operatorClient } from './operatorClient.ts'
import { isOriginAllowed } from './projects/originRule.ts'
import type { Project } from './projects/projects.ts'
import { type Asker, parseInput, type Route } from './route.ts'
import { answerGetProject, getProjectPath } from './routes/getProject.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

/** The whole server as one value, so that a test calls `app.request(…)` with no socket. */
export function createApp(services: Services): HttpApp {
  const { checkHealth, isSecure, limits, log, metrics, metricsToken, trustedProxies } = services
  const budgets = createBudgets(limits.callsPerMinute)
  const app = createHttpApp({
    ...{ budgets, checkHealth, isSecure, log, metrics, metricsToken, trustedProxies },
    clientOf: (c) => operatorClient(c, services),
    finish: letPagesReadErrors,
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
    const paths = routerPaths(route.endpoint)
    app.on([route.endpoint.method], paths, (c) => answer(c, route, services))
    app.on(['OPTIONS'], paths, (c) => answerPreflight(c, route, services))
  }
  requireBudgets(app, budgets)
  return app
}

/** An error says nothing that its page may not know, but for 403: that page is not let in. */
function letPagesReadErrors({ res: { headers, status } }: Call): void {
  if (status >= 400 && status !== 403 && !headers.has('Access-Control-Allow-Origin'))
    headers.set('Access-Control-Allow-Origin', '*')
}

/** Stands for one client where calls are counted. */
const clientOf = (c: Call, { trustedProxies }: Services) =>
  networkOf(requesterAddress(c, trustedProxies))

async function answer(c: Call, route: Route, services: Services): Promise<Response> {
  c.set('route', route.endpoint.path)
  const client = operatorClient(c, services) ?? clientOf(c, services)
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
  const text = route.endpoint.body === undefined ? '' : decodeBody(await readCallBody(c))
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
 * @throws {@link HttpError} 401 and 403 with the words of ledger 8.21
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
    throw new HttpError(401, 'unauthorized', 'Unauthorized: invalid key', { field: 'projectId' })
  }
  // A program or an image sends no Origin: limits protect the operator there, an origin could be invented.
  const isListed = origin === undefined || isOriginAllowed(origin, project)
  if (!isListed && !route.options.isOpen) {
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
  }
  if (origin !== undefined && isListed) c.header('Access-Control-Allow-Origin', origin)
  if (project.isDisabled) {
    throw new HttpError(403, 'unauthorized', 'Unauthorized: project disabled')
  }
  return project
}

/** @source https://fetch.spec.whatwg.org/#cors-preflight-fetch */
async function answerPreflight(c: Call, route: Route, services: Services): Promise<Response> {
  c.set('route', route.endpoint.path)
  const origin = c.req.header('Origin')
  c.header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
  await services.limits.call(clientOf(c, services))
  // Without a project the call itself is refused, in words that its page can read.
  await letIn(c, { origin, query: c.req.query(), route, services }).catch((error: unknown) => {
    if (!(error instanceof HttpError) || error.status !== 401) throw error
    c.header('Access-Control-Allow-Origin', '*')
  })
  c.header('Access-Control-Allow-Methods', route.endpoint.method)
  c.header('Access-Control-Allow-Headers', 'Content-Type, X-Request-Id')
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}
