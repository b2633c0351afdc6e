import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { resolveLimits } from '../limits/limits.ts'
import { sharedLimits } from '../limits/sharedLimits.ts'
import { createLog } from '../log/createLog.ts'
import { createRegistry } from '../metrics/createRegistry.ts'
import { type Budget, lightBudget } from './budget.ts'
import { createHttpApp } from './createHttpApp.ts'
import { listen } from './listen.ts'
import { requireBudgets } from './listRoutes.ts'
import { readCallBody } from './readBody.ts'

const limits = resolveLimits(sharedLimits)

/** A server with one route, `/work`, that answers when a test says so. */
function serverOf(budget: Partial<Budget>, { isSecure = false } = {}) {
  const waiting: (() => void)[] = []
  let at = 0
  const budgets = new Map([
    ['GET /work', { ...lightBudget(limits), ...budget }],
    ['POST /work', { ...lightBudget(limits), ...budget }],
    ['GET /large', { ...lightBudget(limits), ...budget }],
  ])
  const app = createHttpApp({
    ...{ budgets, isSecure, limits, trustedProxies: 1, metricsToken: undefined, now: () => at },
    checkHealth: async () => {},
    log: createLog({ app: 'test', level: 'silent' }),
    metrics: { registry: createRegistry() },
  })
  app.get('/work', async (c) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return c.text('done')
  })
  app.post('/work', async (c) => c.text(String((await readCallBody(c)).length)))
  const ask = async (from = '192.0.2.1', path = '/work', init: RequestInit = {}) =>
    app.request(path, { ...init, headers: { 'X-Forwarded-For': from } })
  return {
    app,
    ask,
    budgets,
    end: () => waiting.splice(0).map((resolve) => resolve()),
    tick: (ms: number) => {
      at += ms
    },
    waiting,
  }
}
const post = (length: number) => ({ method: 'POST', body: 'x'.repeat(length) })

test('[T122] error: refuses calls above the rate limit of one address', async () => {
  const { ask, tick } = serverOf({ callsPerMinute: 2, bodyBytes: 10 })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await ask('192.0.2.1', '/work', post(1))).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await ask('192.0.2.2', '/work', post(1))).status).toBe(200)
  tick(60_000)
  expect((await ask('192.0.2.1', '/work', post(1))).status).toBe(200)
})

test('[T122] error: refuses concurrent calls above the limit of one address, and above that of all', async () => {
  const { ask, end, waiting } = serverOf({ atOnce: 3, atOnceOfAddress: 2 })
  const under = [ask(), ask()]
  await expect.poll(() => waiting.length).toBe(2)
  expect((await ask()).status).toBe(429)
  under.push(ask('192.0.2.2'))
  await expect.poll(() => waiting.length).toBe(3)
  const refused = await ask('192.0.2.3')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
  // Other addresses are still answered.
  expect((await ask('192.0.2.3', '/health')).status).toBe(200)
  end()
  expect((await Promise.all(under)).map(({ status }) => status)).toEqual([200, 200, 200])
  const again = ask()
  await expect.poll(() => waiting.length).toBe(1)
  end()
  expect((await again).status).toBe(200)
})

test('[T122] error: refuses further calls of an address that does not read its answers, and serves others', async () => {
  const { app } = serverOf({ atOnce: 3, atOnceOfAddress: 2 })
  let calls = 0
  app.get('/large', (c) => {
    calls++
    return c.body(new Uint8Array(8 * 1_048_576))
  })
  const server = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  const open = (from: string) => {
    const socket = connect(server.port, '127.0.0.1').pause()
    socket.write(`GET /large HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: ${from}\r\n\r\n`)
    return socket
  }
  const statusOf = async (from: string) => {
    const answer = await fetch(`${server.url}/large`, { headers: { 'X-Forwarded-For': from } })
    await answer.arrayBuffer()
    return answer.status
  }
  const deaf = [open('192.0.2.1'), open('192.0.2.1')]
  onTestFinished(async () => {
    for (const socket of deaf) socket.destroy()
    await server.close()
  })
  await expect.poll(() => calls).toBe(2)
  expect(await statusOf('192.0.2.1')).toBe(429)
  // The limit of all counts work, so that nobody fills it by not reading.
  deaf.push(open('192.0.2.2'), open('192.0.2.2'))
  await expect.poll(() => calls).toBe(4)
  expect([await statusOf('192.0.2.3'), await statusOf('192.0.2.3')]).toEqual([200, 200])
  deaf[0]?.destroy()
  await expect.poll(() => statusOf('192.0.2.1')).toBe(200)
})

test('[T122] error: answers with an error when a handler takes too long, and counts the call until the handler ends', async () => {
  const { ask, end, waiting } = serverOf({ answerMs: 20, atOnce: 1 })
  expect((await ask()).status).toBe(504)
  expect(waiting).toHaveLength(1)
  expect((await ask()).status).toBe(503)
  end()
  await expect.poll(async () => (await ask()).status).toBe(504)
})

test('[T122] error: refuses a body longer than the route allows', async () => {
  const { ask } = serverOf({ bodyBytes: 100 })
  expect((await ask('192.0.2.1', '/work', post(100))).status).toBe(200)
  expect((await ask('192.0.2.1', '/work', post(101))).status).toBe(413)
})

test('[T122] error: refuses to start with a route that has no budget, and refuses calls to that route', async () => {
  const { app, ask, budgets } = serverOf({})
  expect(() => requireBudgets(app, budgets)).not.toThrow()
  app.get('/forgotten', (c) => c.text('x'))
  expect(() => requireBudgets(app, budgets)).toThrow('Routes without a budget: GET /forgotten')
  expect((await ask('192.0.2.1', '/forgotten')).status).toBe(500)
})

test('sends HSTS with every answer when configured to', async () => {
  const secure = serverOf({}, { isSecure: true })
  for (const path of ['/health', '/nowhere'])
    expect((await secure.ask('192.0.2.1', path)).headers.get('Strict-Transport-Security')).toMatch(
      /^max-age=\d{8}/,
    )
  expect(
    (await serverOf({}).ask('192.0.2.1', '/health')).headers.has('Strict-Transport-Security'),
  ).toBe(false)
})
