import { expect, onTestFinished, test, vi } from 'vitest'
import { deadUrl, sendJson, testServer } from '../testServer.test.kit.ts'
import { request, retries } from './request.ts'

const timeoutMs = 30_000

/** Records the pauses of `delay.ts`, ms: `fetch` uses timers too. */
function recordPauses() {
  const pauses: number[] = []
  const { setTimeout: start } = globalThis
  const record = (run: () => void, ms: number) => {
    if (new Error().stack?.includes('/delay.ts')) pauses.push(ms)
    return start(run, ms)
  }
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(record as typeof start)
  onTestFinished(() => timers.mockRestore())
  return pauses
}

/** Time between consecutive requests, ms. */
const gaps = (requests: { at: number }[]) =>
  requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))

test('[9.7] retries 3 times, after 150 ms and doubling, on the listed statuses', async () => {
  expect(retries).toMatchObject({
    count: 3,
    delayMs: 150,
    statuses: [403, 408, 413, 429, 500, 502, 503, 504],
  })
  const server = await testServer((_, response) => sendJson(response, 503, { no: true }))
  const pauses = recordPauses()
  const response = await request({ url: server.url, timeoutMs, retryOn: retries.statuses })
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ no: true })
  expect(server.requests).toHaveLength(4)
  expect(pauses).toEqual([150, 300, 600])
  for (const [index, gap] of gaps(server.requests).entries())
    expect(gap).toBeGreaterThanOrEqual(150 * 2 ** index - 5)
})

test.each(retries.statuses)('[9.7] retries on %i, and returns the next answer', async (status) => {
  const server = await testServer((_, response) =>
    sendJson(response, server.requests.length === 1 ? status : 200, {
      at: server.requests.length,
    }),
  )
  const response = await request({ url: server.url, timeoutMs, retryOn: retries.statuses })
  expect([response.status, await response.json()]).toEqual([200, { at: 2 }])
})

test.each([200, 204, 301, 400, 401, 404, 409, 422, 501])(
  'returns %i as an answer',
  async (status) => {
    const server = await testServer((_, response) => {
      response.writeHead(status).end()
    })
    const response = await request({ url: server.url, timeoutMs, retryOn: retries.statuses })
    expect(response.status).toBe(status)
    expect(server.requests).toHaveLength(1)
  },
)

test('tries once without statuses to retry on', async () => {
  const server = await testServer((_, response) => sendJson(response, 503, {}))
  await request({ url: server.url, timeoutMs })
  expect(server.requests).toHaveLength(1)
})

test('[9.7] honours Retry-After in seconds', async () => {
  const server = await testServer((_, response) =>
    server.requests.length === 1
      ? sendJson(response, 429, {}, { 'retry-after': '1' })
      : sendJson(response, 200, {}),
  )
  await request({ url: server.url, timeoutMs, retryOn: retries.statuses })
  expect(gaps(server.requests)[0]).toBeGreaterThanOrEqual(995)
})

test('[9.7] honours Retry-After as a date', async () => {
  const server = await testServer((_, response) => {
    const when = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000).toUTCString()
    return server.requests.length === 1
      ? sendJson(response, 503, {}, { 'retry-after': when })
      : sendJson(response, 200, {})
  })
  await request({ url: server.url, timeoutMs, retryOn: retries.statuses })
  expect(gaps(server.requests)[0]).toBeGreaterThanOrEqual(950)
})

test.each(['', 'soon', '-5', '0', 'Infinity'])('ignores Retry-After %j', async (header) => {
  const server = await testServer((_, response) =>
    server.requests.length === 1
      ? sendJson(response, 503, {}, { 'retry-after': header })
      : sendJson(response, 200, {}),
  )
  const pauses = recordPauses()
  const { status } = await request({ url: server.url, timeoutMs, retryOn: retries.statuses })
  expect(status).toBe(200)
  expect(pauses).toEqual([150])
})

test('gives up on a server that asks for more than 30 s', async () => {
  const server = await testServer((_, response) =>
    sendJson(response, 429, {}, { 'retry-after': '31' }),
  )
  const { status } = await request({ url: server.url, timeoutMs, retryOn: retries.statuses })
  expect(status).toBe(429)
  expect(server.requests).toHaveLength(1)
})

test('[8.15] error: a server that never answers', async () => {
  // Passes once the request has arrived, however late.
  const timeout = new AbortController()
  const createTimeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  onTestFinished(() => createTimeout.mockRestore())
  const server = await testServer(() => timeout.abort())
  const end = request({ url: server.url, timeoutMs: 100, retryOn: retries.statuses })
  await expect(end).rejects.toMatchObject({
    code: 'request-timed-out',
    message: 'request timed out',
    details: '100 ms',
  })
  expect(createTimeout.mock.calls).toEqual([[100]])
  expect(server.requests).toHaveLength(1)
})

test('error: a server that stops in the middle of its answer', async () => {
  const server = await testServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"half":')
  })
  const end = request({ url: server.url, timeoutMs: 150 })
  await expect(end).rejects.toMatchObject({ code: 'request-timed-out' })
})

test('[8.15] error: connection refused', async () => {
  const end = request({ url: await deadUrl(), timeoutMs, retryOn: retries.statuses })
  await expect(end).rejects.toMatchObject({ code: 'http-failed', message: 'HTTP request failed' })
})

test('error: a server that closes the connection', async () => {
  const server = await testServer((_, response) => {
    response.destroy()
  })
  const end = request({ url: server.url, timeoutMs })
  await expect(end).rejects.toMatchObject({ code: 'http-failed' })
})

test('error: aborted while waiting for the answer', async () => {
  const controller = new AbortController()
  const server = await testServer(() => {
    controller.abort()
  })
  const end = request({ url: server.url, timeoutMs, signal: controller.signal })
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
})

test('error: aborted while waiting for the next try', async () => {
  const controller = new AbortController()
  const server = await testServer((_, response) => {
    setTimeout(() => controller.abort(), 20)
    sendJson(response, 429, {}, { 'retry-after': '20' })
  })
  const { signal } = controller
  const end = request({ url: server.url, timeoutMs, signal, retryOn: retries.statuses })
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(server.requests).toHaveLength(1)
})

test('sends a body as JSON', async () => {
  const server = await testServer(() => ({ ok: true }))
  await request({ url: server.url, method: 'POST', body: { a: [1] }, timeoutMs })
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    body: { a: [1] },
    contentType: 'application/json',
  })
})
