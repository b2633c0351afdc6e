import { randomUUID } from 'node:crypto'
import { resolveLimits } from '@foyer/server'
import { openTestDatabase, type TestEngine, testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rates, releases } from '../database/schema.ts'
import { vaultDatabase } from '../database/vaultDatabase.ts'
import { limits as table } from '../limits.ts'
import { takeRelease } from './takeRelease.ts'

const settings = { releasesPerUserPerDay: 3, releasesPerMinute: 5, breakerMs: 900_000 }
const limits = resolveLimits(table, settings)
const start = Date.parse('2026-11-22T12:00:00Z')
const [minute, day] = [60_000, 86_400_000]

const open = (engine: TestEngine) => openTestDatabase(vaultDatabase, engine)

describe.each(testEngines)('counting recoveries on %s', (engine) => {
  let database: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    database = await open(engine)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.queries.delete(releases)
    await database.queries.delete(rates)
  })

  type Taken = Partial<Parameters<typeof takeRelease>[1]>
  /** Returns the result, or the code of the refusal. */
  const take = (taken: Taken = {}) =>
    takeRelease(database.queries, {
      ...{ rid: randomUUID(), userId: randomUUID(), isAsserted: false, limits, nowMs: start },
      ...taken,
    }).catch((error: { code: string }) => error.code)
  const takeTimes = async (times: number, taken: Taken = {}) => {
    const results = []
    for (let n = 0; n < times; n++) results.push(await take(taken))
    return results
  }

  test('allows a user a fixed number of recoveries, each of which counts for a day', async () => {
    const userId = randomUUID()
    const at = (ms: number) => ({ userId, nowMs: start + ms })
    expect(await takeTimes(2, at(0))).toEqual(['taken', 'taken'])
    expect(await takeTimes(2, at(minute))).toEqual(['taken', 'releases-exceeded'])
    expect(await take(at(day - 1))).toBe('releases-exceeded')
    expect(await takeTimes(3, at(day))).toEqual(['taken', 'taken', 'releases-exceeded'])
  })

  test('allows an asserted user half as many, but at least one', async () => {
    const asserted = (perDay: number) => ({
      ...{ userId: randomUUID(), isAsserted: true },
      limits: resolveLimits(table, {
        ...settings,
        ...{ releasesPerUserPerDay: perDay, releasesPerMinute: 100 },
      }),
    })
    expect(await takeTimes(2, asserted(3))).toEqual(['taken', 'releases-exceeded'])
    expect(await takeTimes(3, asserted(4))).toEqual(['taken', 'taken', 'releases-exceeded'])
    expect(await takeTimes(2, asserted(1))).toEqual(['taken', 'releases-exceeded'])
  })

  test('opens the breaker for all users after one recovery too many in a minute, and closes it when its time is over', async () => {
    expect(await takeTimes(6)).toEqual([...Array(5).fill('taken'), 'breaker-opened'])
    const { breakerMs } = limits
    await expect(
      takeRelease(database.queries, {
        ...{ rid: randomUUID(), userId: randomUUID(), isAsserted: false, limits },
        nowMs: start + breakerMs - 1,
      }),
    ).rejects.toMatchObject({ status: 503, code: 'limit-exceeded', retryAfterMs: 1 })
    expect(await take({ nowMs: start + breakerMs })).toBe('taken')
  })

  test('opens the breaker again when the limit is exceeded again', async () => {
    await takeTimes(6)
    const nowMs = start + limits.breakerMs
    expect(await takeTimes(7, { nowMs })).toEqual([
      ...Array(5).fill('taken'),
      ...['breaker-opened', 'limit-exceeded'],
    ])
  })

  test('does not count recoveries older than a minute for the breaker', async () => {
    await takeTimes(5)
    expect(await take({ nowMs: start + minute })).toBe('taken')
  })

  test('limits asserted users to half of the recoveries per minute, so that they can not open the breaker', async () => {
    const asserted = { isAsserted: true }
    expect(await takeTimes(3, asserted)).toEqual(['taken', 'taken', 'releases-exceeded'])
    expect(await take()).toBe('taken')
  })

  test('accepts a request id once, whoever sends it', async () => {
    const rid = randomUUID()
    expect(await take({ rid })).toBe('taken')
    expect(await take({ rid })).toBe('releases-exceeded')
  })
})
