import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { apiDatabase, type Database } from './database/apiDatabase.ts'
import { rates } from './database/schema.ts'
import { createLimits, eventLimits, type Limits, rpcLimits } from './limits.ts'

const statusOf = (taken: Promise<void>) =>
  taken.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

describe.each(testEngines)('two processes on %s', (engine) => {
  let database: Database
  let two: Limits[]
  beforeAll(async () => {
    database = await openTestDatabase(apiDatabase, engine)
    const shared = database.queries
    const options = { callsPerMinute: 10, rpcCallsPerMinute: 10 }
    two = [createLimits(options, { shared }), createLimits(options, { shared })]
  })
  afterAll(() => database.close())

  test('a client has one share of both', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push(await statusOf(two[n % 2]!.call('203.0.113.7')))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await statusOf(two[0]!.call('203.0.113.8'))).toBe(200)
    expect(await statusOf(two[0]!.rpcOfClient('203.0.113.7', 9))).toBe(200)
    expect(await statusOf(two[1]!.rpcOfClient('203.0.113.7', 2))).toBe(429)
  })

  test('kinds are counted apart, each for a minute that begins with its first call', async () => {
    const { queries: shared } = database
    const at = (ms: number) => createLimits({ callsPerMinute: 3 }, { shared, now: () => ms })
    const client = '203.0.113.9'
    expect(await statusOf(at(0).call(client, 3))).toBe(200)
    // As another process has it, which counted nothing yet.
    expect(await statusOf(at(59_999).call(client))).toBe(429)
    expect(await statusOf(at(59_999).errorEvent(client))).toBe(200)
    expect(await statusOf(at(60_000).call(client))).toBe(200)
  })

  test('[T114] no address stands in the database', async () => {
    const rows = await database.queries.select().from(rates)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })
})

test('error: when the database does not answer, nobody gets in uncounted', async () => {
  const broken = {
    insert: () => {
      throw new Error('no database')
    },
  } as never
  await expect(createLimits({}, { shared: broken }).call('a')).rejects.toThrow('no database')
})

test('a process alone counts in its memory', async () => {
  const limits = createLimits({ callsPerMinute: 2 })
  expect([
    await statusOf(limits.call('a')),
    await statusOf(limits.call('a')),
    await statusOf(limits.call('a')),
    await statusOf(limits.call('b')),
  ]).toEqual([200, 200, 429, 200])
})

test.each([
  ['call', 1_200],
  ['errorEvent', 5],
  ['usageEvent', 60],
  ['rpcOfClient', 1_200],
  ['rpcOfProject', 12_000],
] as const)('of %s a client has %i in a minute when nothing else is said', async (kind, most) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limits = createLimits()
  expect(await statusOf(limits[kind]('a', most))).toBe(200)
  await expect(limits[kind]('a')).rejects.toMatchObject({
    ...{ status: 429, code: 'limit-exceeded', retryAfterMs: 60_000 },
  })
  expect(await statusOf(limits[kind]('b', most + 1))).toBe(429)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await statusOf(limits[kind]('a'))).toBe(429)
  await vi.advanceTimersByTimeAsync(1)
  expect(await statusOf(limits[kind]('a'))).toBe(200)
})

test('each limit is the operator’s, and the table of budgets says what they are', async () => {
  const options = { callsPerMinute: 7, rpcCallsPerMinute: 8, projectRpcCallsPerMinute: 9 }
  const limits = createLimits(options)
  expect(limits.callsPerMinute).toBe(7)
  expect(await statusOf(limits.call('a', 8))).toBe(429)
  expect(await statusOf(limits.rpcOfClient('a', 8))).toBe(200)
  expect(await statusOf(limits.rpcOfClient('a'))).toBe(429)
  expect(await statusOf(limits.rpcOfProject('a', 9))).toBe(200)
  expect(await statusOf(limits.rpcOfProject('a'))).toBe(429)
  expect([...eventLimits, ...rpcLimits]).toEqual([
    '5 errors and 60 other events a minute of one client',
    '1200 JSON-RPC calls a minute of one client',
    '12000 of a project',
  ])
})
