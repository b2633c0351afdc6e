import { readWork } from '@foyer/devnet/readWork'
import { openDatabase } from '@foyer/server/database'
import { testEngines, testLocation } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, lab, shop, shut, type TestApi } from './createTestApi.test.kit.ts'
import { apiDatabase } from './database/apiDatabase.ts'
import { routes } from './routes.ts'

describe.each(testEngines)('the door on %s', (engine) => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ engine })
  })
  afterAll(() => api.close())

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    api.request(path, { headers, method })
  const calls = routes.map(({ endpoint }) => ({
    method: endpoint.method,
    path: endpoint.path.replace(/\{\w+\}/g, 'x'),
  }))

  test.each(calls)(
    '[7.20] [8.21] error: $method $path without a known project',
    async ({ method, path }) => {
      for (const query of [
        '',
        '?projectId=',
        '?projectId=nobody',
        `?projectId=${'x'.repeat(200)}`,
      ]) {
        const response = await ask(path + query, { Origin: 'https://shop.example' }, method)
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({
          error: { code: 'unauthorized', message: 'Unauthorized: invalid key', field: 'projectId' },
        })
      }
    },
  )

  test.each(calls.filter(({ path }) => path !== '/projects/v1/origins'))(
    '[8.21] error: $method $path from a page that is not listed',
    async ({ method, path }) => {
      for (const origin of [
        'https://evil.example',
        'null',
        'https://shop.example.evil.example',
        'https://SHOP.example',
      ]) {
        const response = await ask(`${path}?projectId=${shop.id}`, { Origin: origin }, method)
        expect(response.status).toBe(403)
        expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
        expect(await response.json()).toMatchObject({
          error: { code: 'unauthorized', message: 'Unauthorized: origin not allowed' },
        })
      }
    },
  )

  test('echoes a listed origin, and no other', async () => {
    const listed = await ask(`/getWallets?projectId=${shop.id}`, { Origin: 'https://shop.example' })
    expect(listed.status).toBe(200)
    expect(listed.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example')
    expect(listed.headers.get('Vary')).toContain('Origin')
    expect(listed.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    const wildcard = await ask(`/getWallets?projectId=${lab.id}`, {
      Origin: 'https://a.lab.example',
    })
    expect(wildcard.headers.get('Access-Control-Allow-Origin')).toBe('https://a.lab.example')
    const local = await ask(`/getWallets?projectId=${lab.id}`, {
      Origin: 'http://site.localhost:4000',
    })
    expect(local.headers.get('Access-Control-Allow-Origin')).toBe('http://site.localhost:4000')
  })

  test('admits programs, which send no origin', async () => {
    const response = await ask(`/getWallets?projectId=${shop.id}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  test('answers a preflight of a listed origin', async () => {
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' }
    const response = await ask(`/e?projectId=${shop.id}`, headers, 'OPTIONS')
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example')
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('POST')
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Content-Type')
  })

  test('error: refuses a preflight of another origin', async () => {
    const response = await ask(
      `/e?projectId=${shop.id}`,
      { Origin: 'https://evil.example' },
      'OPTIONS',
    )
    expect(response.status).toBe(403)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  test('lets a page read each error, except that its origin is not listed', async () => {
    const Origin = 'https://shop.example'
    const read = async (path: string, method = 'GET', headers: Record<string, string> = {}) => {
      const response = await ask(path, { Origin, ...headers }, method)
      return [response.status, response.headers.get('Access-Control-Allow-Origin')]
    }
    const known = `projectId=${shop.id}`
    expect(await read(`/nowhere?${known}`)).toEqual([404, '*'])
    expect(await read(`/nowhere?${known}`, 'OPTIONS')).toEqual([404, '*'])
    expect(await read('/getWallets?projectId=nobody')).toEqual([401, '*'])
    expect(await read(`/getWallets?${known}&page=x`)).toEqual([400, Origin])
    expect(await read(`/e?${known}`, 'POST')).toEqual([400, Origin])
    expect(await read(`/public/getAssetImage/none?${known}`)).toEqual([404, Origin])
    expect(await read(`/getWallets?${known}`, 'GET', { Origin: 'https://evil.example' })).toEqual([
      ...[403, null],
    ])
  })

  test('answers a preflight without a known project, so that the page can read the refusal', async () => {
    for (const path of ['/e', '/v1/?chainId=eip155:1', '/e?projectId=nobody', '/getWallets']) {
      const response = await ask(path, { Origin: 'https://shop.example' }, 'OPTIONS')
      expect([path, response.status]).toEqual([path, 204])
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Content-Type')
    }
    const refused = await ask('/e', { Origin: 'https://shop.example' }, 'POST')
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([401, '*'])
  })

  test('error: refuses a disabled project, with a message its page can read', async () => {
    const response = await ask(`/getWallets?projectId=${shut.id}`, {
      Origin: 'https://shop.example',
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example')
    expect(await response.json()).toMatchObject({
      error: { message: 'Unauthorized: project disabled' },
    })
  })
})

describe('every answer', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({
      limits: { callsPerMinute: 20 },
      chains: [
        {
          caipId: 'eip155:1',
          name: 'Ethereum',
          rpcUrls: ['http://127.0.0.1:9'],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
    })
  })
  afterAll(() => api.close())
  // One client for each test, so that their counts do not mix.
  let clients = 0
  const ask = (path: string, headers: Record<string, string> = {}) =>
    api.request(path, { headers: { 'X-Forwarded-For': `192.0.2.${clients}`, ...headers } })
  const nextClient = () => clients++

  test('carries a request id, its own or the caller’s', async () => {
    nextClient()
    const own = await ask('/nowhere')
    expect(own.status).toBe(404)
    const id = own.headers.get('X-Request-Id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await own.json()).toEqual({
      error: {
        code: 'resource-not-found',
        message: 'There is nothing at this path',
        requestId: id,
      },
    })
    const given = await ask('/nowhere', { 'X-Request-Id': 'from-the-caller' })
    expect(given.headers.get('X-Request-Id')).toBe('from-the-caller')
    const strange = await ask('/nowhere', { 'X-Request-Id': 'x\tlog {"injected":1}' })
    expect(strange.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('error: refuses more calls than a client may make in a minute', async () => {
    nextClient()
    const statuses: number[] = []
    for (let i = 0; i < 21; i++)
      statuses.push((await ask(`/getWallets?projectId=${shop.id}`)).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(statuses[20]).toBe(429)
    const refused = await ask(`/getWallets?projectId=${shop.id}`)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error: { code: 'limit-exceeded' } })
    nextClient()
    expect((await ask(`/getWallets?projectId=${shop.id}`)).status).toBe(200)
  })

  test('counts one household of IPv6 as one client', async () => {
    for (let i = 0; i < 20; i++) {
      const from = { 'X-Forwarded-For': `2001:db8:1:2::${i.toString(16)}` }
      expect((await ask(`/getWallets?projectId=${shop.id}`, from)).status).toBe(200)
    }
    const neighbour = { 'X-Forwarded-For': '2001:db8:1:3::1' }
    const other = { 'X-Forwarded-For': '2001:db8:1:2:ffff::9' }
    expect((await ask(`/getWallets?projectId=${shop.id}`, other)).status).toBe(429)
    expect((await ask(`/getWallets?projectId=${shop.id}`, neighbour)).status).toBe(200)
  })

  test('comes after less than 200 ms of work while another client sends nonsense by the megabyte', async () => {
    nextClient()
    const bombs = [
      '['.repeat(1_000_000),
      '{"a":'.repeat(200_000),
      `[${'{},'.repeat(300_000)}{}]`,
      '"'.padEnd(1_000_000, '\\'),
    ]
    const path = `/v1/?projectId=${shop.id}&chainId=eip155:1`
    const sent = bombs.map((body) => api.request(path, { method: 'POST', body }))
    const since = readWork()
    expect((await ask('/health')).status).toBe(200)
    const workMs = readWork() - since
    expect(workMs).toBeLessThan(200)
    for (const response of await Promise.all(sent)) {
      expect(response.status).toBe(400)
      expect((await response.json()).error.code).toMatch(/^(parse-failed|request-invalid)$/)
    }
    const tooLong = await api.request(path, { method: 'POST', body: ' '.repeat(1_048_577) })
    expect(tooLong.status).toBe(413)
  })

  test('answers HEAD as GET, without the body', async () => {
    nextClient()
    const response = await api.request(`/getWallets?projectId=${shop.id}`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('error: reveals no detail of an internal error', async () => {
    nextClient()
    const broken = await createTestApi({
      services: {
        getProject: async () => {
          throw new Error('secret words of a driver')
        },
      },
    })
    const response = await broken.request(`/getWallets?projectId=${shop.id}`)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'internal', message: 'Internal error' },
    })
    expect(text).not.toMatch(/secret|at .*\.ts/)
    // The operator reads them, under the same request id.
    const line = broken.logLines.find((text) => text.includes('secret words of a driver'))
    expect(JSON.parse(line ?? '{}').requestId).toBe(response.headers.get('X-Request-Id'))
    await broken.close()
  })

  test('[T114] logs routes, never addresses, queries or clients', async () => {
    nextClient()
    await ask(
      `/getWalletImage/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045?projectId=${shop.id}&secret=canary`,
      {
        'X-Forwarded-For': '203.0.113.77',
        Authorization: 'Bearer canary',
      },
    )
    const lines = api.logLines.join('')
    expect(lines).toContain('/getWalletImage/{id}')
    expect(lines).not.toMatch(/0xd8dA|canary|203\.0\.113/i)
  })
})

describe('for operators', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ services: { metricsToken: 'a-token-for-metrics' } })
  })
  afterAll(() => api.close())

  test('/metrics returns call counts by route to a caller with the token', async () => {
    await api.request(`/getWallets?projectId=${shop.id}`)
    expect((await api.request('/metrics')).status).toBe(403)
    const wrong = await api.request('/metrics', { headers: { Authorization: 'Bearer wrong' } })
    expect(wrong.status).toBe(403)
    const right = await api.request('/metrics', {
      headers: { Authorization: 'Bearer a-token-for-metrics' },
    })
    expect(await right.text()).toMatch(
      /request_seconds_count\{method="GET",route="\/getWallets",status="200"\} 1/,
    )
  })

  test('/health reports whether the database answers', async () => {
    expect(await (await api.request('/health')).json()).toEqual({ status: 'ok' })
    const database = await openDatabase(apiDatabase, await testLocation(apiDatabase))
    const broken = await createTestApi({ database })
    await database.close()
    expect((await broken.request('/health')).status).toBe(503)
  })

  test('/openapi.json describes every call', async () => {
    const document = await (await api.request('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).sort()).toEqual(
      routes.map(({ endpoint }) => endpoint.path).sort(),
    )
    const wallets = document.paths['/getWallets'].get
    const names = wallets.parameters.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['projectId', 'st', 'sv', 'page', 'entries', 'search', 'chains']),
    )
    expect(wallets.responses[200].content['application/json'].schema.properties.count.type).toBe(
      'number',
    )
    expect(
      document.paths['/e'].post.requestBody.content['application/json'].schema.required,
    ).toContain('eventId')
    expect(document.paths['/getWalletImage/{id}'].get.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
    })
  })
})
