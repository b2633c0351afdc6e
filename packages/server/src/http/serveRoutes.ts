import type { StatusCode } from 'hono/utils/http-status'
import * as v from 'valibot'
import type { Call, HttpApp } from './call.ts'
import { type Route, readRouteBody, routerPaths } from './defineRoute.ts'
import { HttpError } from './httpError.ts'
import { readCallBody } from './readBody.ts'

/** Registers routes: each call is authenticated, parsed and passed to its handler. */
export function serveRoutes<services extends { readonly limits: unknown }>(
  app: HttpApp,
  routes: readonly Route<services>[],
  services: services,
): void {
  for (const route of routes) {
    const { door, endpoint } = route
    const paths = routerPaths(endpoint)
    app.on([endpoint.method], paths, (c) => answer(c, route, services))
    if (door.preflight) app.on(['OPTIONS'], paths, (c) => answerPreflight(c, route, services))
  }
}

async function answer<services extends { readonly limits: unknown }>(
  c: Call,
  route: Route<services>,
  services: services,
): Promise<Response> {
  const { door, endpoint, options } = route
  c.set('route', endpoint.path)
  let reading: ReturnType<typeof readCallBody> | undefined
  const readBody = () => {
    reading ??= readCallBody(c)
    return reading
  }
  const caller = (await door.admit(c, services, readBody)) as never
  const query = parseInput(endpoint.query, c.req.query())
  const body = endpoint.body
    ? readRouteBody(route as never, await readBody())
    : (undefined as never)
  const result = await route.handle({ body, caller, params: c.req.param(), query }, services)
  return result instanceof Response
    ? withHeaders(c, result)
    : c.json(result as object, options.status ?? 200)
}

/** Answers a CORS preflight. @source https://fetch.spec.whatwg.org/#cors-preflight-fetch */
async function answerPreflight<services extends { readonly limits: unknown }>(
  c: Call,
  { door: { preflight }, endpoint }: Route<services>,
  services: services,
): Promise<Response> {
  c.set('route', endpoint.path)
  await preflight?.admit(c, services)
  c.header('Access-Control-Allow-Methods', endpoint.method)
  c.header('Access-Control-Allow-Headers', preflight?.headers)
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}

/** Adds the door's headers, such as CORS, to a handler's complete response. */
function withHeaders(c: Call, { body, headers, status }: Response): Response {
  for (const [name, value] of headers) c.header(name, value)
  c.status(status as StatusCode)
  return c.newResponse(body)
}

/** Parses parameters by a schema. @throws {@link HttpError} 400 `params-invalid` that names the field */
export function parseInput<const schema extends v.GenericSchema>(
  schema: schema,
  input: unknown,
): v.InferOutput<schema> {
  const parsed = v.safeParse(schema, input, { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? undefined
  throw new HttpError(400, 'params-invalid', field ? `${field}: ${issue.message}` : issue.message, {
    field,
  })
}
