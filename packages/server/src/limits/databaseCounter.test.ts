import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, testEngines } from '../database/openTestDatabase.test.kit.ts'
import { countRate, createDatabaseCounter, forgetRates, readRate } from './databaseCounter.ts'
import { ratesTable } from './ratesTable.ts'
import { forgetUsed, rememberUsed } from './rememberUsed.ts'
import { usedTable } from './usedTable.ts'

const rates = ratesTable('rates')
const used = usedTable('used')

describe.each(testEngines)('on %s', (engine) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-limits-'))
    await mkdir(join(folder, 'meta'))
    const journal = JSON.stringify({ version: '7', dialect: 'postgresql', entries: [] })
    await writeFile(join(folder, 'meta/_journal.json'), journal)
    const migrations = pathToFileURL(`${folder}/`)
    const shape = { name: 'limits', schema: {}, migrations, urlVariable: 'URL' }
    database = await openTestDatabase(shape, engine)
    const { queries } = database
    await queries.execute(sql`create table rates (key text primary key, count int, until bigint)`)
    await queries.execute(sql`create table used (key text primary key, until bigint)`)
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    await database.queries.delete(rates)
    await database.queries.delete(used)
  })

  test('counts each key in its own window, including refused uses', async () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 5 }),
      key: fc.constantFrom('a', 'b'),
      cost: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    })
    const { queries } = database
    const count = createDatabaseCounter(queries, rates)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        await queries.delete(rates)
        const windows = new Map<string, { count: number; until: number }>()
        let now = 1_800_000_000_000
        for (const { afterMs, cost, key } of steps) {
          now += afterMs
          let window = windows.get(key)
          if (window === undefined || window.until <= now) window = { count: 0, until: now + 8 }
          windows.set(key, window)
          window.count += cost ?? 1
          const waitMs = await count({ key, cost, limit: 4, windowMs: 8 }, now)
          expect(waitMs).toBe(window.count > 4 ? window.until - now : 0)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('counts uses at the same time as if one came after the other, in few statements', async () => {
    const use = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      cost: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    })
    const { queries } = database
    const now = 1_800_000_000_000
    await fc.assert(
      fc.asyncProperty(fc.array(use, { maxLength: 60, size: 'max' }), async (uses) => {
        await queries.delete(rates)
        let statements = 0
        const insert: typeof queries.insert = (table) => {
          statements++
          return queries.insert(table)
        }
        const count = createDatabaseCounter({ insert }, rates)
        const sums = new Map<string, number>()
        const expected = uses.map(({ cost = 1, key }) => {
          const sum = (sums.get(key) ?? 0) + cost
          sums.set(key, sum)
          return sum > 20 ? 8 : 0
        })
        const waits = await Promise.all(
          uses.map((one) => count({ ...one, limit: 20, windowMs: 8 }, now)),
        )
        expect(waits).toEqual(expected)
        // The first use alone, and all others that came while it was counted.
        expect(statements).toBe(Math.min(uses.length, 2))
        for (const [key, sum] of sums)
          expect(await readRate(queries, rates, { key, nowMs: now })).toBe(sum)
      }),
      { numRuns: 15 },
    )
  })

  test('error: a key that the database refuses fails alone; a database that fails allows no use', async () => {
    const { queries } = database
    const count = createDatabaseCounter(queries, rates)
    const take = (key: string, cost = 1) => count({ key, cost, limit: 5, windowMs: 10 }, 100)
    const keys = ['a', 'b', '\0', 'c', 'd', 'e']
    const settled = await Promise.allSettled(keys.map((key) => take(key)))
    expect(settled.map(({ status }) => status)).toEqual(
      keys.map((key) => (key === '\0' ? 'rejected' : 'fulfilled')),
    )
    expect(await take('a', 999_999_999)).toBe(10)
    expect(await take('a', 999_999_999)).toBe(10)
    expect(await take('a', 999_999_999)).toBe(10)
    const down = createDatabaseCounter(
      {
        insert() {
          throw new Error('down')
        },
      },
      rates,
    )
    const refused = await Promise.allSettled(
      ['a', 'b'].map((key) => down({ key, limit: 5, windowMs: 10 }, 100)),
    )
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('returns the current count, and deletes it at the end of its window', async () => {
    const { queries } = database
    const use = { key: 'a', windowMs: 10 }
    expect(await countRate(queries, rates, { ...use, nowMs: 100 })).toMatchObject({
      ...{ count: 1, until: 110 },
    })
    expect(await countRate(queries, rates, { ...use, nowMs: 109, cost: 2 })).toMatchObject({
      ...{ count: 3, until: 110 },
    })
    await countRate(queries, rates, { ...use, key: 'b', nowMs: 101 })
    const read = (key: string, nowMs: number) => readRate(queries, rates, { key, nowMs })
    expect([await read('a', 109), await read('a', 110), await read('c', 100)]).toEqual([3, 0, 0])
    await forgetRates(queries, rates, 109)
    expect(await read('a', 0)).toBe(3)
    await forgetRates(queries, rates, 110)
    expect([await read('a', 0), await read('b', 0)]).toEqual([0, 1])
    expect(await countRate(queries, rates, { ...use, nowMs: 111, cost: 4 })).toMatchObject({
      ...{ count: 4, until: 121 },
    })
  })

  test('remembers a used value until it expires', async () => {
    const { queries } = database
    const use = (key: string, until: number) => rememberUsed(queries, used, { key, until })
    expect([await use('a', 10), await use('b', 11), await use('a', 99)]).toEqual([
      ...[true, true, false],
    ])
    await forgetUsed(queries, used, 9)
    expect(await use('a', 10)).toBe(false)
    await forgetUsed(queries, used, 10)
    expect([await use('a', 10), await use('b', 11)]).toEqual([true, false])
  })
})

test('the table of used values has an index on the expiry time', () => {
  const { indexes, name } = getTableConfig(usedTable('proofs'))
  expect([name, indexes.map(({ config }) => config.name)]).toEqual(['proofs', ['proofs_until']])
})
