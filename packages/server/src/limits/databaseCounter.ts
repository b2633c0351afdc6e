import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import type { Counter, Use } from './limiter.ts'
import type { RatesTable } from './ratesTable.ts'

/** Makes a counter in a database, shared by all its processes. Refused uses are counted too. */
export const createDatabaseCounter =
  (queries: Pick<Queries, 'insert'>, rates: RatesTable): Counter =>
  async (use, nowMs) => {
    const { count, until } = await countRate(queries, rates, { ...use, nowMs })
    return count > use.limit ? until - nowMs : 0
  }

/** Counts a use. @returns the count in the current window, and the window's end (ms since 1970) */
export async function countRate(
  queries: Pick<Queries, 'insert'>,
  rates: RatesTable,
  { cost = 1, key, nowMs, windowMs }: Omit<Use, 'limit'> & { nowMs: number },
): Promise<{ count: number; until: number }> {
  const until = nowMs + windowMs
  const [row] = await queries
    .insert(rates)
    .values({ key, count: cost, until })
    .onConflictDoUpdate({
      target: rates.key,
      set: {
        count: sql`case when ${rates.until} <= ${nowMs} then ${cost} else ${rates.count} + ${cost} end`,
        until: sql`case when ${rates.until} <= ${nowMs} then ${until} else ${rates.until} end`,
      },
    })
    .returning()
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
