import type { ServerResponse } from 'node:http'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { askUpstream, maxAnswerBytes } from './askUpstream.ts'
import { startUpstream } from './startUpstream.test.kit.ts'

afterEach(() => void vi.useRealTimers())

/** Asks an upstream that answers like this. */
async function ask(answer: (response: ServerResponse) => void, timeoutMs = 10_000) {
  const upstream = await startUpstream((_, response) => answer(response))
  onTestFinished(() => upstream.stop())
  return askUpstream({ url: upstream.url, body: '{}', timeoutMs })
}
const failed = { kind: 'failed', retryAfterMs: undefined, text: undefined }

test('returns the text of a 2xx answer only when it is JSON', async () => {
  expect(await ask((response) => response.end(' {"id":1}'))).toEqual({
    kind: 'answered',
    answer: { text: ' {"id":1}', json: { id: 1 } },
  })
  expect(await ask((response) => response.end('<html>'))).toEqual({
    ...failed,
    ...{ isRetryable: true, isUncertain: true, reason: 'not-json' },
  })
})

test.each([
  ...[[400], [401], [404]].map(([status]) => [status, false, false]),
  ...[[403], [408], [413], [429]].map(([status]) => [status, true, false]),
  ...[[500], [502], [503], [504]].map(([status]) => [status, true, true]),
  ...[[402], [405], [501], [505]].map(([status]) => [status, false, true]),
] as [number, boolean, boolean][])(
  '[9.7] error: status %i is retryable: %s; may have been executed: %s',
  async (status, isRetryable, isUncertain) => {
    const reason = String(status)
    expect(await ask((response) => response.writeHead(status).end('no'))).toEqual({
      ...{ ...failed, isRetryable, isUncertain, reason },
    })
    // The body is kept when it is JSON.
    expect(await ask((response) => response.writeHead(status).end('{}'))).toEqual({
      ...{ ...failed, isRetryable, isUncertain, reason, text: '{}' },
    })
  },
)

test.each([
  ['3', 3000],
  ['0', 0],
  ['Sun, 22 Nov 2026 12:00:05 GMT', 5000],
  ['Sun, 22 Nov 2026 11:59:00 GMT', 0],
  ['soon', undefined],
  ['1.5 seconds', undefined],
])('reads the Retry-After %s as %s ms', async (header, retryAfterMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') })
  expect(
    await ask((response) => response.writeHead(429, { 'Retry-After': header }).end()),
  ).toMatchObject({ retryAfterMs })
})

test('accepts an answer of 5 MiB, and rejects a longer one without a retry', async () => {
  const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
  expect(maxAnswerBytes).toBe(5_242_880)
  expect(await ask((response) => response.end(text(5_242_880)))).toMatchObject({ kind: 'answered' })
  expect(await ask((response) => response.end(text(5_242_881)))).toEqual({
    ...failed,
    ...{ isRetryable: false, isUncertain: true, reason: 'too-long' },
  })
})

test('a call may be retried, but may have been executed, after a broken connection or a timeout', async () => {
  expect(await ask((response) => response.destroy())).toEqual({
    ...failed,
    ...{ isRetryable: true, isUncertain: true, reason: 'UND_ERR_SOCKET' },
  })
  expect(await ask(() => {}, 20)).toEqual({
    ...failed,
    ...{ isRetryable: true, isUncertain: true, reason: 'TimeoutError' },
  })
})

test('a call that could not be sent can not have been executed', async () => {
  const gone = await startUpstream(() => {})
  await gone.stop()
  expect(await askUpstream({ url: gone.url, body: '{}', timeoutMs: 10_000 })).toEqual({
    ...failed,
    ...{ isRetryable: true, isUncertain: false, reason: 'ECONNREFUSED' },
  })
})
