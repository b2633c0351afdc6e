import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openClient } from '../openClient.test.kit.ts'
import { start } from '../start.ts'
import { createProjectRules } from './projectRules.ts'

const token = 'service-token-of-a-test'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Answers as the api's internal endpoint does. */
async function startApi() {
  const api = { url: '', asked: [] as string[], isDown: false }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://api')
    api.asked.push(`${url.pathname}${url.search}`)
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (api.isDown) return answer(503, {})
    if (request.headers.authorization !== `Bearer ${token}`) return answer(403, {})
    const id = url.pathname.split('/').at(-1)
    if (id !== 'shop' && id !== 'shut') {
      return answer(404, { error: { code: 'resource-not-found', field: 'projectId' } })
    }
    const origin = url.searchParams.get('origin')
    answer(200, {
      id,
      name: 'Shop',
      allowedOrigins: ['https://shop.example'],
      isDevelopment: false,
      isDisabled: id === 'shut',
      ...(origin === null ? {} : { isOriginAllowed: origin === 'https://shop.example' }),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return api
}

test('asks the api once in 30 s', async () => {
  const api = await startApi()
  let at = 0
  const onFailure = (error: unknown) => expect(error).toBeUndefined()
  const rules = createProjectRules({ apiUrl: api.url, token, onFailure, now: () => at })
  const ask = (projectId: string, origin?: string) => rules({ projectId, origin })
  expect(await ask('shop', 'https://shop.example')).toBe('allowed')
  expect(await ask('shop')).toBe('allowed')
  expect(await ask('shop', 'https://evil.example')).toBe('origin-not-allowed')
  expect(await ask('shut')).toBe('disabled')
  expect(await ask('nobody')).toBe('unknown')
  expect(await ask('../../e')).toBe('unknown')
  expect(await ask('')).toBe('unknown')
  expect(api.asked).toHaveLength(5)
  await Promise.all([ask('shop'), ask('shop')])
  expect(api.asked).toHaveLength(5)
  at = 29_999
  await ask('shop')
  expect(api.asked).toHaveLength(5)
  at = 30_000
  await Promise.all([ask('shop'), ask('shop')])
  expect(api.asked).toHaveLength(6)
  await ask('shop')
  expect(api.asked).toHaveLength(6)
})

test('error: asks nothing about an id over 128 characters, or an origin over 512', async () => {
  const api = await startApi()
  const rules = createProjectRules({ apiUrl: api.url, token, onFailure: () => {} })
  const origin = (length: number) => 'https://shop.example'.padEnd(length, 'x')
  expect(await rules({ projectId: 'a'.repeat(128), origin: undefined })).toBe('unknown')
  expect(await rules({ projectId: 'shop', origin: origin(512) })).toBe('origin-not-allowed')
  expect(api.asked).toHaveLength(2)
  expect(await rules({ projectId: 'a'.repeat(129), origin: undefined })).toBe('unknown')
  expect(await rules({ projectId: 'shop', origin: origin(513) })).toBe('origin-not-allowed')
  expect(api.asked).toHaveLength(2)
})

test('admits clients when the answer is not that of an api, and says why', async () => {
  const failures: string[] = []
  const answers: [status: number, body: string][] = [
    [404, '{"error":{"code":"resource-not-found","field":"path"}}'],
    [403, '{}'],
    [503, JSON.stringify({ id: 'shop', isDisabled: true })],
    [200, '{}'],
  ]
  const server = createServer((_, response) => {
    const [status, body] = answers.shift() ?? [500, '']
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const onFailure = (error: unknown) => void failures.push((error as Error).message)
  const rules = createProjectRules({ apiUrl, token, onFailure })
  while (answers.length > 0)
    expect(await rules({ projectId: 'shop', origin: undefined })).toBe('allowed')
  expect(failures).toEqual([
    ...[404, 403, 503].map((status) => `The api answered ${status} to a project check`),
    expect.stringContaining('Invalid'),
  ])
})

test('waits three seconds for the api', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  closing.push(() => timeout.mockRestore())
  const api = await startApi()
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  const rules = createProjectRules({ apiUrl: api.url, token, onFailure })
  expect(await rules({ projectId: 'shut', origin: undefined })).toBe('allowed')
  expect(timeout.mock.calls).toEqual([[3000]])
  expect(failures).toMatchObject([{ name: 'AbortError' }])
})

test('admits clients when the api can not be reached, and remembers its earlier answers', async () => {
  const api = await startApi()
  let at = 0
  let failures = 0
  const onFailure = () => failures++
  const rules = createProjectRules({ apiUrl: api.url, token, onFailure, now: () => at })
  expect(await rules({ projectId: 'shut', origin: undefined })).toBe('disabled')
  api.isDown = true
  at = 3_600_000
  expect(await rules({ projectId: 'shut', origin: undefined })).toBe('disabled')
  expect(await rules({ projectId: 'shop', origin: 'https://evil.example' })).toBe('allowed')
  expect(failures).toBe(2)
  const wrongToken = createProjectRules({ apiUrl: api.url, token: 'other', onFailure })
  expect(await wrongToken({ projectId: 'shop', origin: undefined })).toBe('allowed')
})

test('error: closes with 3000 or 403 for a page that the project does not list', async () => {
  const api = await startApi()
  const relay = await start({ port: 0, projects: { apiUrl: api.url, token } })
  closing.unshift(relay.stop)
  const page = (origin: string, query: Record<string, string> = {}) =>
    openClient(relay.url, {
      query: { projectId: 'shop', ...query },
      socketOptions: { headers: { Origin: origin } },
    })
  const good = await page('https://shop.example')
  expect(await good.ask('irn_unsubscribe', { topic: 'ab'.repeat(32), id: 'x' })).toBe(true)
  const evil = await page('https://evil.example')
  expect(await evil.closed).toEqual([3000, 'Unauthorized: origin not allowed'])
  await expect(page('https://evil.example', { useOnCloseEvent: 'false' })).rejects.toThrow('403')
  const nobody = await openClient(relay.url, { query: { projectId: 'nobody' } })
  expect(await nobody.closed).toEqual([3000, 'Unauthorized: invalid key'])
})
