import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import { HttpError } from '../http/httpError.ts'
import type { RatesTable } from './ratesTable.ts'

/**
 * Counts in the window that began with its first one, in all processes.
 *
 * @returns what was counted in it so far, and its end (ms since 1970)
 */
export async function countRate(
  queries: Pick<Queries, 'insert'>,
  rates: RatesTable,
  { cost = 1, key, nowMs, windowMs }: Omit<takeRate.Parameters, 'limit'>,
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
  return row ?? { count: cost, until }
}

/**
 * Counts as {@link countRate} does, up to a limit. What the database throws goes on: nobody gets in uncounted.
 *
 * @throws {@link HttpError} 429 `limit-exceeded` with the time that is left
 */
export async function takeRate(
  queries: Pick<Queries, 'insert'>,
  rates: RatesTable,
  { limit, ...what }: takeRate.Parameters,
): Promise<void> {
  const { count, until } = await countRate(queries, rates, what)
  if (count > limit)
    throw new HttpError(429, 'limit-exceeded', 'Too many requests', {
      retryAfterMs: Math.max(0, until - what.nowMs),
    })
}

export declare namespace takeRate {
  type Parameters = {
    /** Of whom, and of what: `mail:` and an HMAC. */
    key: string
    /** In one window. */
    limit: number
    windowMs: number
    nowMs: number
    /** @default 1 */
    cost?: number
  }
}

/** What was counted under this key in the window that runs; nothing is counted by looking. */
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

/** Deletes windows that are over. */
export async function forgetRates(
  queries: Pick<Queries, 'delete'>,
  rates: RatesTable,
  nowMs: number,
): Promise<void> {
  await queries.delete(rates).where(lte(rates.until, nowMs))
}
