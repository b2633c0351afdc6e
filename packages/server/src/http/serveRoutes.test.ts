import { defineEndpoint } from '@foyer/protocol'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { resolveLimits } from '../limits/limits.ts'
import { sharedLimits } from '../limits/sharedLimits.ts'
import { createLog } from '../log/createLog.ts'
import { createRegistry } from '../metrics/createRegistry.ts'
import { lightBudget } from './budget.ts'
import { createHttpApp } from './createHttpApp.ts'
import { type Door, defineRoute, type Route, routeBudgets } from './defineRoute.ts'
import { HttpError } from './httpError.ts'
import { requireBudgets } from './listRoutes.ts'
import { decodeBody } from './readBody.ts'
import { serveRoutes } from './serveRoutes.ts'

const services = { limits: resolveLimits(sharedLimits), greeting: 'Hello' }
type Services = typeof services

/** Admits callers that send their name; bodies have at most 100 bytes. */
const ofNamed: Door<Services, string> = {
  async admit(c, _, readBody) {
    const name = c.req.header('Name')
    if (name === undefined) throw new HttpError(401, 'unauthorized', 'Who are you?')
    c.header('Vary', 'Name')
    return `${name} with ${(await readBody()).length} bytes`
  },
  budget: (limits) => ({ ...lightBudget(limits), bodyBytes: 100, finer: ['1 of a name'] }),
  preflight: {
    headers: 'Name',
    budget: lightBudget,
    async admit(c) {
      c.header('Access-Control-Allow-Origin', 'https://site.example')
    },
  },
}
const greet = defineEndpoint({
  method: 'POST',
  path: '/greet/{place}/',
  summary: 'Greets.',
  query: v.object({ times: v.optional(v.pipe(v.string(), v.regex(/^\d$/, 'not a digit'))) }),
  body: v.object({ mood: v.string() }),
  response: v.object({ text: v.string() }),
})
const greetRoute = defineRoute(
  greet,
  ofNamed,
  async ({ body, caller, params, query }, { greeting }) => ({
    text: `${greeting} ${caller} in ${params.place}, ${body.mood}, ${query.times ?? '1'} times`,
  }),
  { status: 202, budget: () => ({ answerMs: 5000, finer: ['2 of a place'] }) },
)
const plainRoute = defineRoute(
  defineEndpoint({ ...greet, path: '/plain' }),
  ofNamed,
  async ({ body }) => new Response(`<${body}>`, { status: 201, headers: { ETag: '"1"' } }),
  { parse: decodeBody },
)

function serve(routes: readonly Route<Services>[]) {
  const budgets = routeBudgets(routes, services.limits)
  const app = createHttpApp({
    ...{ budgets, limits: services.limits, metricsToken: undefined, trustedProxies: 0 },
    checkHealth: async () => {},
    log: createLog({ app: 'test', level: 'silent' }),
    metrics: { registry: createRegistry() },
  })
  serveRoutes(app, routes, services)
  requireBudgets(app, budgets)
  const post = (path: string, body: string, headers: Record<string, string> = { Name: 'Ada' }) =>
    app.request(path, { method: 'POST', body, headers })
  return { app, budgets, post }
}

test('gives a handler its caller, body, query and path, all parsed', async () => {
  const { post } = serve([greetRoute])
  for (const path of ['/greet/Rome/', '/greet/Rome']) {
    const answer = await post(`${path}?times=3`, '{"mood":"glad"}')
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({ text: 'Hello Ada with 15 bytes in Rome, glad, 3 times' })
  }
})

test("keeps the status and headers of a handler's complete response, and adds the headers of its door", async () => {
  const answer = await serve([plainRoute]).post('/plain', 'no JSON')
  expect([answer.status, await answer.text()]).toEqual([201, '<no JSON>'])
  expect([answer.headers.get('ETag'), answer.headers.get('Vary')]).toEqual(['"1"', 'Name'])
})

test.each([
  [401, 'unauthorized', '', '{', {}],
  [400, 'params-invalid', '?times=x', '{"mood":"glad"}', undefined],
  [400, 'parse-failed', '', '{', undefined],
  [400, 'request-invalid', '', '{"mood":1}', undefined],
  [413, 'limit-exceeded', '', 'x'.repeat(101), undefined],
])('error: answers with %i and %s', async (status, code, query, body, headers) => {
  const answer = await serve([greetRoute]).post(`/greet/Rome${query}`, body, headers)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ error: { code } })
})

test("answers a CORS preflight only when the route's door has one", async () => {
  const { preflight: _, ...rest } = ofNamed
  const ofPrograms: Door<Services, string> = rest
  const inner = defineRoute(defineEndpoint({ ...greet, path: '/inner' }), ofPrograms, async () => ({
    text: '',
  }))
  const { app } = serve([greetRoute, inner])
  const { headers, status } = await app.request('/greet/Rome', { method: 'OPTIONS' })
  expect(status).toBe(204)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('https://site.example')
  expect(headers.get('Access-Control-Allow-Methods')).toBe('POST')
  expect(headers.get('Access-Control-Allow-Headers')).toBe('Name')
  expect((await app.request('/inner', { method: 'OPTIONS' })).status).toBe(404)
})

test("gives a route the budget of its door, and applies the route's own overrides", () => {
  const light = lightBudget(services.limits)
  const own = { ...light, bodyBytes: 100, answerMs: 5000, finer: ['2 of a place', '1 of a name'] }
  expect([...serve([greetRoute]).budgets]).toEqual([
    ['POST /greet/:place/', own],
    ['OPTIONS /greet/:place/', light],
    ['POST /greet/:place', own],
    ['OPTIONS /greet/:place', light],
  ])
})
