import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import type { Counter, Use } from './limiter.ts'
import type { RatesTable } from './ratesTable.ts'

/** Uses of one key that wait for the next statement. */
type Waiting = Omit<Use, 'limit'> & {
  cost: number
  nowMs: number
  /** Each with the cost of this key so far, its own included. */
  readonly uses: {
    costSoFar: number
    resolve: (rate: Counted) => void
    reject: (error: unknown) => void
  }[]
}
type Counted = { readonly count: number; readonly until: number }

/** Above every limit, and far from the end of a 32-bit integer. */
const mostCounted = 1_000_000_000
/** Maximum of keys in one statement. */
const keysAtOnce = 1000

/**
 * Makes a counter in a database, shared by all its processes. Refused uses are counted too. Uses that arrive while a statement
 * runs are counted together by the next one.
 */
export function createDatabaseCounter(
  queries: Pick<Queries, 'insert'>,
  rates: RatesTable,
): Counter {
  let waiting = new Map<string, Waiting>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.size > 0) {
      const all = [...waiting.values()]
      waiting = new Map()
      for (let from = 0; from < all.length; from += keysAtOnce)
        await countTogether(queries, rates, all.slice(from, from + keysAtOnce))
    }
    isRunning = false
  }

  return async ({ cost = 1, key, limit, windowMs }, nowMs) => {
    const { count, until } = await new Promise<Counted>((resolve, reject) => {
      const known = waiting.get(key)
      const one = known ?? { key, windowMs, cost: 0, nowMs, uses: [] }
      waiting.set(key, one)
      one.cost += cost
      one.nowMs = nowMs
      one.uses.push({ costSoFar: one.cost, resolve, reject })
      if (!isRunning) void run()
    })
    return count > limit ? until - nowMs : 0
  }
}

/** Counts uses of different keys in one statement, and settles them. Never rejects. */
async function countTogether(
  queries: Pick<Queries, 'insert'>,
  rates: RatesTable,
  all: readonly Waiting[],
): Promise<void> {
  try {
    // In the order of their keys, so that two processes wait for each other's rows in the same order.
    const sorted = all.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    const rows = await addUses(queries, rates, sorted)
    const byKey = new Map(rows.map((row) => [row.key, row]))
    for (const { cost, key, uses } of all) {
      const { count, until } = byKey.get(key)!
      for (const { costSoFar, resolve } of uses) resolve({ count: count - cost + costSoFar, until })
    }
  } catch (error) {
    if (all.length > 1 && isOfOneRow(error)) {
      // One key must not make uses of others fail: look for it by halves.
      const half = all.length >> 1
      await countTogether(queries, rates, all.slice(0, half))
      await countTogether(queries, rates, all.slice(half))
    } else for (const { uses } of all) for (const { reject } of uses) reject(error)
  }
}

/** SQLSTATE class 22: a value that the database does not take. @source https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isOfOneRow = (error: unknown): boolean =>
  String((error as { cause?: { code?: unknown } }).cause?.code).startsWith('22')

/** Adds to the current window of each key, or begins a new one. Each key at most once. @returns the rows as they are then */
function addUses(
  queries: Pick<Queries, 'insert'>,
  rates: RatesTable,
  uses: readonly { cost: number; key: string; nowMs: number; windowMs: number }[],
): Promise<{ key: string; count: number; until: number }[]> {
  const nowMs = Math.max(...uses.map((use) => use.nowMs))
  const isOver = sql`${rates.until} <= ${nowMs}`
  return queries
    .insert(rates)
    .values(uses.map(({ cost, key, windowMs }) => ({ key, count: cost, until: nowMs + windowMs })))
    .onConflictDoUpdate({
      target: rates.key,
      set: {
        count: sql`case when ${isOver} then excluded.count else least(${rates.count}, ${mostCounted}) + excluded.count end`,
        until: sql`case when ${isOver} then excluded.until else ${rates.until} end`,
      },
    })
    .returning()
}

/** Counts a use. @returns the count in the current window, and the window's end (ms since 1970) */
export async function countRate(
  queries: Pick<Queries, 'insert'>,
  rates: RatesTable,
  { cost = 1, key, nowMs, windowMs }: Omit<Use, 'limit'> & { nowMs: number },
): Promise<Counted> {
  const [row] = await addUses(queries, rates, [{ cost, key, nowMs, windowMs }])
  return row!
}

/** Reads the count of this key in the current window without counting. */
export async function readRate(
  queries: Pick<Queries, 'select'>,
  rates: RatesTable,
  { key, nowMs }: { key: string; nowMs: number },
): Promise<number> {
  const [row] = await queries
    .select()
    .from(rates)
    .where(and(eq(rates.key, key), gt(rates.until, nowMs)))
  return row?.count ?? 0
}

/** Deletes expired windows. */
export async function forgetRates(
  queries: Pick<Queries, 'delete'>,
  rates: RatesTable,
  nowMs: number,
): Promise<void> {
  await queries.delete(rates).where(lte(rates.until, nowMs))
}
