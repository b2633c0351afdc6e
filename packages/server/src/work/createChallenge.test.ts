import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Challenge, createChallenge } from './createChallenge.ts'

const pageUrl = 'https://check.example/mail'
const nonce = 'n-1'
const nowMs = Date.parse('2027-01-15T08:00:00Z')
let answer: RequestListener
let asked: URLSearchParams
const server = createServer(async (request, response) => {
  asked = new URLSearchParams((await bodyOf(request)).toString())
  answer(request, response)
})
let verifyUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
const passed = {
  success: true,
  challenge_ts: new Date(nowMs - 1_000).toISOString(),
  hostname: 'check.example',
  cdata: nonce,
}
function open(url = verifyUrl): { challenge: Challenge; clock: { nowMs: number } } {
  const clock = { nowMs }
  const settings = { pageUrl, verifyUrl: url, secret: 'not-a-secret' }
  const log = { warn: vi.fn() }
  return { clock, challenge: createChallenge(settings, { log, now: () => clock.nowMs }) }
}

test('sends the secret and the token as a form, as Turnstile and hCaptcha want them', async () => {
  answer = json(passed)
  expect(await open().challenge.verify('t-1', nonce)).toBe('passed')
  expect([...asked]).toEqual([
    ['secret', 'not-a-secret'],
    ['response', 't-1'],
  ])
})

test('accepts an answer without host, time and data, and the empty data of a page that binds none', async () => {
  for (const value of [
    { success: true },
    { ...passed, cdata: '' },
    { ...passed, hostname: null },
  ]) {
    answer = json(value)
    expect(await open().challenge.verify('t', nonce)).toBe('passed')
  }
})

test.each([
  ['a wrong token', { success: false, 'error-codes': ['invalid-input-response'] }],
  ['a token that was used', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['a token of another request', { ...passed, cdata: 'n-2' }],
  ['a token of another page', { ...passed, hostname: 'evil.example' }],
  ['an old token', { ...passed, challenge_ts: new Date(nowMs - 300_001).toISOString() }],
  ['a token of the future', { ...passed, challenge_ts: new Date(nowMs + 60_001).toISOString() }],
])('refuses %s, and stays up', async (_, value) => {
  answer = json(value)
  const { challenge } = open()
  expect(await challenge.verify('t', nonce)).toBe('refused')
  expect(challenge.isDown()).toBe(false)
})

test.each<[string, RequestListener]>([
  ['an error', json({}, 500)],
  ['a page', (_, response) => response.end('<html>')],
  ['an answer of another shape', json({ ok: true })],
  ['an answer that is too long', json({ ...passed, more: 'x'.repeat(20_000) })],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/else' }).end()],
  ['a wrong secret', json({ success: false, 'error-codes': ['invalid-input-secret'] })],
  ['its own failure', json({ success: false, 'error-codes': ['internal-error'] })],
])('is down for a minute after %s', async (_, listener) => {
  answer = listener
  const { challenge, clock } = open()
  expect(await challenge.verify('t', nonce)).toBe('down')
  clock.nowMs += 59_999
  expect(challenge.isDown()).toBe(true)
  clock.nowMs += 1
  expect(challenge.isDown()).toBe(false)
})

test('is down when nobody answers, and for a flood of tokens at the same time', async () => {
  expect(await open('http://127.0.0.1:1/').challenge.verify('t', nonce)).toBe('down')
  const waiting: (() => void)[] = []
  answer = (request, response) => {
    waiting.push(() => json(passed)(request, response))
    if (waiting.length === 50) for (const go of waiting) go()
  }
  const { challenge } = open()
  const all = Array.from({ length: 51 }, () => challenge.verify('t', nonce))
  expect(await all.at(-1)).toBe('down')
  expect(new Set(await Promise.all(all.slice(0, 50)))).toEqual(new Set(['passed']))
})
