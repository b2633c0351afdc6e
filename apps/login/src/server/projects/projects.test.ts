import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProjects, type Projects } from './projects.ts'

const shop = {
  ...{ id: 'shop', name: 'Shop', isDevelopment: false, isDisabled: false },
  allowedOrigins: ['https://shop.example', 'https://*.preview.example'],
}
let api: Server
let url: string
let answer: { status: number; body: unknown }
let asked: { url: string; token: string | undefined }[]
let nowMs = 1_800_000_000_000
beforeAll(async () => {
  api = createServer((request, response) => {
    asked.push({ url: request.url ?? '', token: request.headers.authorization })
    response.writeHead(answer.status, { location: '/elsewhere' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
afterAll(() => {
  api.close()
  api.closeAllConnections()
})
let projects: Projects
beforeEach(() => {
  answer = { status: 200, body: shop }
  asked = []
  projects = createProjects({ url, token: 'secret', now: () => nowMs })
})
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code, status }: { code: string; status: number }) => `${status} ${code}`,
  )

test('sends the service token to the api, and caches an answer for 15 s', async () => {
  expect(await projects.get('shop/?')).toMatchObject({ id: 'shop' })
  expect(asked).toEqual([{ url: expect.stringContaining('shop%2F%3F'), token: 'Bearer secret' }])
  await Promise.all([projects.get('shop'), projects.get('shop')])
  nowMs += 14_999
  await projects.get('shop')
  expect(asked).toHaveLength(2)
  nowMs += 1
  await projects.get('shop')
  expect(asked).toHaveLength(3)
  await outcome(projects.admit('shop', 'https://shop.example'))
  expect(asked.at(-1)?.url).toContain(`origin=${encodeURIComponent('https://shop.example')}`)
  expect(asked).toHaveLength(4)
})

test.each<[string, { status: number; body: unknown }, string]>([
  ['a disabled project', { status: 200, body: { ...shop, isDisabled: true } }, '401 unauthorized'],
  ['no such project', { status: 404, body: { error: { field: 'projectId' } } }, '401 unauthorized'],
  ['no service token', { status: 404, body: { error: {} } }, '503 http-failed'],
  ['a refusal', { status: 403, body: { error: { field: 'projectId' } } }, '503 http-failed'],
  ['another address', { status: 302, body: shop }, '503 http-failed'],
  [
    'more than 1 MiB',
    { status: 200, body: { ...shop, more: 'x'.repeat(1024 * 1024) } },
    '503 http-failed',
  ],
  ['something else', { status: 200, body: { id: 'shop' } }, '503 http-failed'],
])('error: finds no project when the api answers with %s', async (_, given, result) => {
  answer = given
  expect(await outcome(projects.get('shop'))).toBe(result)
})

test('asks the api again after a failure, and caches that a project is unknown', async () => {
  answer = { status: 500, body: {} }
  expect(await outcome(projects.get('shop'))).toBe('503 http-failed')
  answer = { status: 200, body: shop }
  expect(await outcome(projects.get('shop'))).toBe('done')
  answer = { status: 404, body: { error: { field: 'projectId' } } }
  for (const _ of [1, 2]) expect(await outcome(projects.get('none'))).toBe('401 unauthorized')
  expect(asked).toHaveLength(3)
})

test('caches the answers of 5000 projects, then starts with an empty cache', async () => {
  for (let index = 0; index < 5000; index += 50)
    await Promise.all(Array.from({ length: 50 }, (_, n) => projects.get(`p${index + n}`)))
  await projects.get('p0')
  expect(asked).toHaveLength(5000)
  await projects.get('one more')
  await projects.get('p0')
  expect(asked).toHaveLength(5002)
})

describe('an origin', () => {
  const local = { ...shop, isDevelopment: true, isOriginAllowed: true }
  test.each<[string, object, boolean]>([
    ['https://shop.example', { isOriginAllowed: true }, true],
    ['https://shop.example', { isOriginAllowed: false }, false],
    ['https://shop.example', {}, false],
    ['https://a.preview.example', { isOriginAllowed: true }, false],
    ['http://localhost:3000', { isOriginAllowed: true }, false],
    ['http://localhost:3000', local, true],
    ['http://shop.localhost:3000', local, true],
    ['http://127.0.0.1:3000', local, true],
    ['http://[::1]:3000', local, true],
    ['http://localhost.evil.example', local, false],
    ['https://evil.example', local, false],
    ['http://localhost:3000', { ...local, isOriginAllowed: false }, false],
  ])('%s of a project with %j may log in: %s', async (origin, more, isAllowed) => {
    answer = { status: 200, body: { ...shop, ...more } }
    expect(await outcome(projects.admit('shop', origin))).toBe(
      isAllowed ? 'done' : '403 unauthorized',
    )
  })
})
