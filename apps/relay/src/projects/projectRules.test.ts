import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
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
  at = 30_001
  await Promise.all([ask('shop'), ask('shop')])
  expect(api.asked).toHaveLength(6)
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
