import { createLimiter, createLog, createMemoryCounter, resolveLimits } from '@foyer/server'
import { createDatabaseCounter } from '@foyer/server/database'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApi, shop } from './createTestApi.test.kit.ts'
import { apiDatabase, type Database } from './database/apiDatabase.ts'
import { rates } from './database/schema.ts'
import { clientOfAddress, takeCall } from './doors.ts'
import { limits as table } from './limits.ts'
import { takeRpcCalls } from './rpc/takeRpcCalls.ts'

type Settings = NonNullable<Parameters<typeof resolveLimits<typeof table>>[1]>

/** The counts of one process; shared with others when there is a database. */
function processOf(settings: Settings = {}, database?: Database, now = Date.now) {
  const shared = database ? [createDatabaseCounter(database.queries, rates)] : []
  return {
    limits: resolveLimits(table, settings),
    log: createLog({ app: 'api', level: 'silent' }),
    limiter: createLimiter({ counters: [createMemoryCounter().count, ...shared], now }),
  }
}
const statusOf = (taken: Promise<void>) =>
  taken.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
const projectId = shop.id

describe.each(testEngines)('two processes on %s', (engine) => {
  let database: Database
  let two: ReturnType<typeof processOf>[]
  beforeAll(async () => {
    database = await openTestDatabase(apiDatabase, engine)
    const settings = { callsPerMinute: 10, rpcCallsPerMinute: 10 }
    two = [processOf(settings, database), processOf(settings, database)]
  })
  afterAll(() => database.close())

  test('share the count of a client', async () => {
    const client = clientOfAddress('203.0.113.7')
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push(await statusOf(takeCall(two[n % 2]!, client)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await statusOf(takeCall(two[0]!, clientOfAddress('203.0.113.8')))).toBe(200)
    const rpc = (n: number, cost: number) =>
      statusOf(takeRpcCalls(two[n]!, { client, projectId, cost }))
    expect(await rpc(0, 9)).toBe(200)
    expect(await rpc(1, 2)).toBe(429)
  })

  test('count each kind separately, each for a minute that begins with its first call', async () => {
    const at = (ms: number) => processOf({ callsPerMinute: 3 }, database, () => ms)
    const client = clientOfAddress('203.0.113.9')
    for (let n = 0; n < 3; n++) expect(await statusOf(takeCall(at(0), client))).toBe(200)
    // Seen from another process, which has counted nothing yet.
    expect(await statusOf(takeCall(at(59_999), client))).toBe(429)
    expect(await statusOf(takeRpcCalls(at(59_999), { client, projectId }))).toBe(200)
    expect(await statusOf(takeCall(at(60_000), client))).toBe(200)
  })

  test('[T114] store no address in the database', async () => {
    const rows = await database.queries.select().from(rates)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })
})

test('[T112] while the shared counter fails, the wallet list is served, counted in this process; what counts its own calls is refused', async () => {
  const api = await createTestApi({
    limits: { callsPerMinute: 2 },
    counters: [() => Promise.reject(new Error('no database'))],
  })
  onTestFinished(() => api.close())
  const path = `/getWallets?projectId=${projectId}`
  const call = async (from: string, path: string, init: RequestInit = {}) => {
    const headers = { 'X-Forwarded-For': from, 'Content-Type': 'application/json' }
    return (await api.request(path, { ...init, headers })).status
  }
  const statuses = [await call('192.0.2.1', path), await call('192.0.2.1', path)]
  expect([...statuses, await call('192.0.2.1', path)]).toEqual([200, 200, 429])
  expect(api.logLines.join('')).toContain('calls are counted in this process only')
  const event = {
    ...{ eventId: crypto.randomUUID(), url: 'https://shop.example', domain: 'shop.example' },
    ...{ timestamp: Date.now(), props: { type: 'error', event: 'CLICK' } },
  }
  const sent = { method: 'POST', body: JSON.stringify(event) }
  expect(await call('192.0.2.2', `/e?projectId=${projectId}`, sent)).toBe(500)
})

test('allow a client 1,200 JSON-RPC calls in a minute, and a project 12,000', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const process = processOf()
  const rpc = (client: string, cost?: number) => takeRpcCalls(process, { client, projectId, cost })
  await rpc('0', 1200)
  await expect(rpc('0')).rejects.toMatchObject({
    ...{ status: 429, code: 'limit-exceeded', retryAfterMs: 60_000 },
  })
  for (let n = 1; n < 10; n++) await rpc(String(n), 1200)
  expect(await statusOf(rpc('10'))).toBe(429)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await statusOf(rpc('0'))).toBe(429)
  await vi.advanceTimersByTimeAsync(1)
  expect(await statusOf(rpc('0'))).toBe(200)
})

test('limit how high an operator may set the calls of one client and of a project', () => {
  const bounds = Object.entries(table).flatMap(([name, limit]) =>
    'max' in limit ? [[name, limit.max]] : [],
  )
  expect(Object.fromEntries(bounds)).toEqual({
    callsPerMinute: 1_000_000,
    rpcCallsPerMinute: 1_000_000,
    projectRpcCallsPerMinute: 10_000_000,
  })
})

const account = 'account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
test.each([
  ['priceCallsPerMinute', `/v1/${account}/balance?`, '/v1/fungible/price?'],
  ['identityCallsPerMinute', `/v1/identity/0x12?`, '/v1/profile/reverse/0x12?'],
  ['identityCallsPerMinute', `/v1/profile/reverse/0x12?`, '/v1/profile/account/a.eth?'],
  ['hostedPagesPerMinute', `/v1/${account}/history?chainId=eip155:1`, undefined],
] as const)('count what spends the operator’s keys: %s (%s)', async (limit, path, second) => {
  const other = second ?? path
  const api = await createTestApi({
    chains: [
      {
        ...{ caipId: 'eip155:1', name: 'Ethereum', rpcUrls: ['http://127.0.0.1:9'] },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        history: { source: 'etherscan', url: 'http://127.0.0.1:9', apiKey: 'secret-key-123' },
      },
    ],
    limits: { [limit]: 1 },
    rpc: { wait: async () => {} },
  })
  onTestFinished(() => api.close())
  const call = async (target: string, from: string) => {
    const isPrice = target.includes('/price')
    const { status } = await api.request(`${target}&projectId=${projectId}`, {
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      ...(isPrice && { method: 'POST', body: JSON.stringify({ addresses: ['eip155:1:0x12'] }) }),
    })
    return status
  }
  expect(await call(path, '192.0.2.1')).not.toBe(429)
  expect(await call(other, '192.0.2.1')).toBe(429)
  expect(await call(other, '192.0.2.2')).not.toBe(429)
})

test.each([
  ['error', { errorEventsPerMinute: 2 }],
  ['track', { usageEventsPerMinute: 2 }],
] as const)(
  'allow a client as many events as the operator configures (%s)',
  async (type, limits) => {
    const api = await createTestApi({ limits })
    onTestFinished(() => api.close())
    const send = async (kind: string) => {
      const { status } = await api.request(`/e?projectId=${projectId}`, {
        method: 'POST',
        headers: { Origin: 'https://shop.example', 'X-Forwarded-For': '192.0.2.1' },
        body: JSON.stringify({
          ...{ eventId: crypto.randomUUID(), url: 'https://shop.example', domain: 'shop.example' },
          ...{ timestamp: Date.now(), props: { type: kind, event: 'CLICK' } },
        }),
      })
      return status
    }
    expect([await send(type), await send(type), await send(type)]).toEqual([202, 202, 429])
    expect(await send(type === 'error' ? 'track' : 'error')).toBe(202)
  },
)
