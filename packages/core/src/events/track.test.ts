import { FoyerError } from '@foyer/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { gate, testFoyer } from '../testFoyer.test.kit.ts'
import { type Answer, deadUrl, refuse, testServer } from '../testServer.test.kit.ts'
import { isAnalyticsEnabled } from './isAnalyticsEnabled.ts'
import { errorsPerMinute, reportError, track } from './track.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Creates an instance and an api with events enabled, unless `config` says otherwise. */
async function make(config: Answer = () => ({ isAnalyticsEnabled: true }), options: object = {}) {
  const server = await testServer((request, response) => {
    if (request.path === '/getAnalyticsConfig') return config(request, response)
    response.writeHead(202).end()
    return undefined
  })
  const foyer = testFoyer({ apiUrl: server.url, ...options })
  const sent = () => server.requests.filter(({ path }) => path === '/e')
  const asked = () => server.requests.filter(({ path }) => path === '/getAnalyticsConfig')
  return { asked, foyer, sent, server }
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 60))

test('[7.28] an error is posted with eventId, url, domain, timestamp and props', async () => {
  vi.stubGlobal('location', {
    origin: 'https://shop.example',
    pathname: '/cart',
    hostname: 'shop.example',
    search: '?secret=1',
    hash: '#secret',
  })
  const { foyer, sent } = await make()
  const error = new TypeError('x is no function')
  reportError(foyer, { event: 'CONNECT_ERROR', error })
  await expect.poll(sent).toHaveLength(1)
  expect(sent()).toEqual([
    {
      method: 'POST',
      path: '/e',
      query: { projectId: 'project', st: 'foyer', sv: 'html-eip155-0.1.0' },
      contentType: 'application/json',
      at: expect.any(Number),
      body: {
        eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: 'https://shop.example/cart',
        domain: 'shop.example',
        timestamp: expect.any(Number),
        props: {
          type: 'error',
          event: 'CONNECT_ERROR',
          errorType: 'TypeError',
          errorMessage: 'x is no function',
          stackTrace: expect.stringContaining('x is no function'),
        },
      },
    },
  ])
})

test('[7.28] a usage event is emitted at once, and posted', async () => {
  const { foyer, sent } = await make()
  const received: unknown[] = []
  foyer.events.on('track', (event) => received.push(event))
  track(foyer, { event: 'OPEN', properties: { connected: true } })
  expect(received).toEqual([
    { event: 'OPEN', properties: { connected: true }, at: expect.any(Number) },
  ])
  await expect.poll(sent).toHaveLength(1)
  expect(sent()[0]?.body).toMatchObject({
    props: { type: 'track', event: 'OPEN', properties: { connected: true } },
  })
})

test('[9.25] sends at most 5 errors a minute', async () => {
  expect(errorsPerMinute).toBe(5)
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  const { foyer, sent } = await make()
  for (let turn = 0; turn < 8; turn++) reportError(foyer, { event: `E${turn}`, error: 'x' })
  await expect.poll(sent).toHaveLength(5)
  vi.setSystemTime(1_059_999)
  reportError(foyer, { event: 'E8', error: 'x' })
  await pause()
  expect(sent()).toHaveLength(5)
  vi.setSystemTime(1_060_000)
  reportError(foyer, { event: 'E9', error: 'x' })
  await expect.poll(sent).toHaveLength(6)
  expect(sent().at(-1)?.body).toMatchObject({ props: { event: 'E9' } })
})

test('[9.25] counts the errors of each instance separately', async () => {
  const one = await make()
  const two = await make()
  for (let turn = 0; turn < 5; turn++) reportError(one.foyer, { event: 'E', error: 'x' })
  reportError(two.foyer, { event: 'E', error: 'x' })
  await expect.poll(two.sent).toHaveLength(1)
})

test("reports any thrown value, truncated to the server's limits", async () => {
  const { foyer, sent } = await make()
  const hostile = Object.defineProperty({}, 'message', {
    get() {
      throw new Error('boo')
    },
  })
  reportError(foyer, { event: 'E'.repeat(99), error: new Error('m'.repeat(2_000)) })
  reportError(foyer, { event: 'ours', error: new FoyerError('not-connected') })
  reportError(foyer, { event: 'text', error: 'text' })
  reportError(foyer, { event: 'none', error: undefined })
  reportError(foyer, { event: 'hostile', error: hostile })
  await expect.poll(sent).toHaveLength(4)
  const props = Object.fromEntries(
    sent().map(({ body }) => {
      const { event, ...rest } = (body as { props: Record<string, string> }).props
      return [event, rest]
    }),
  )
  expect(Object.keys(props).sort()).toEqual(['E'.repeat(64), 'none', 'ours', 'text'])
  expect(props['E'.repeat(64)]?.errorMessage).toHaveLength(512)
  expect(props['E'.repeat(64)]?.stackTrace?.length).toBeLessThanOrEqual(2048)
  expect(props).toMatchObject({
    ours: { errorType: 'not-connected', errorMessage: 'No account is connected' },
    text: { errorType: 'string', errorMessage: 'text' },
    none: { errorType: 'undefined', errorMessage: '' },
  })
})

test('[7.27] asks the server once whether events are enabled', async () => {
  const { asked, foyer, sent } = await make()
  track(foyer, { event: 'A' })
  track(foyer, { event: 'B' })
  await expect.poll(sent).toHaveLength(2)
  expect(asked()).toMatchObject([
    {
      method: 'GET',
      path: '/getAnalyticsConfig',
      query: { projectId: 'project', st: 'foyer', sv: 'html-eip155-0.1.0' },
    },
  ])
})

test('[7.27] sends nothing if server or site disable it, and without an api', async () => {
  const byServer = await make(() => ({ isAnalyticsEnabled: false }))
  const bySite = await make(undefined, { features: { analytics: false } })
  const without = testFoyer()
  const received: unknown[] = []
  for (const { foyer } of [byServer, bySite, { foyer: without }]) {
    foyer.events.on('track', (event) => received.push(event))
    track(foyer, { event: 'A' })
    reportError(foyer, { event: 'E', error: 'x' })
    expect(await isAnalyticsEnabled(foyer)).toBe(false)
  }
  await pause()
  expect(received).toHaveLength(3)
  expect([byServer.sent(), bySite.server.requests]).toEqual([[], []])
})

test('[8.23] a configuration that cannot be loaded silently disables events', async () => {
  const refusing = await make((_, response) => refuse(response, 401, 'no'))
  for (const foyer of [refusing.foyer, testFoyer({ apiUrl: await deadUrl() })]) {
    expect(await isAnalyticsEnabled(foyer)).toBe(false)
    expect(foyer.store.get().alerts).toEqual([])
  }
})

test('[8.22] a forbidden answer gives an invalid-configuration notice, once', async () => {
  const { foyer, sent } = await make((_, response) => refuse(response, 403, 'no'))
  expect(await isAnalyticsEnabled(foyer)).toBe(false)
  track(foyer, { event: 'A' })
  await pause()
  expect(foyer.store.get().alerts).toEqual([
    {
      code: 'analytics-forbidden',
      title: 'Invalid App Configuration',
      meaning: expect.stringContaining('analytics configuration'),
    },
  ])
  expect(sent()).toEqual([])
})

test('error: a failed send is ignored', async () => {
  const { foyer, server } = await make()
  const seen = gate()
  const answer = server.answer
  server.answer = (request, response) => {
    if (request.path !== '/e') return answer(request, response)
    response.destroy()
    return seen.open()
  }
  track(foyer, { event: 'A' })
  await seen.promise
  await pause()
  expect(foyer.store.get().alerts).toEqual([])
})
