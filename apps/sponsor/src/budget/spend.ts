import { HttpError } from '@foyer/server'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { spending } from '../database/schema.ts'
import type { Queries } from '../database/sponsorDatabase.ts'

/** A budget of one day (UTC), in wei. */
export type DayBudget = {
  /** `project:<id>:<chain>`; `user:…` for budgets of a single user. */
  readonly key: string
  readonly limit: bigint
  /** For the refusal: `this project`. */
  readonly whose: string
}

/** A budget after a reservation. */
export type Spent = { readonly key: string; readonly wei: bigint; readonly limit: bigint }

/** The day of budgets, UTC: `2026-11-23`. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * Reserves an amount in each budget, or in none when the caller's transaction is rolled back.
 * @throws HttpError 429 `limit-exceeded` that names the budget
 */
export async function reserve(
  tx: Pick<Queries, 'insert'>,
  { budgets, day, wei }: { budgets: readonly DayBudget[]; day: string; wei: bigint },
): Promise<Spent[]> {
  const spent: Spent[] = []
  // In the order of their keys, so that two processes never wait for each other.
  for (const { key, limit, whose } of budgets.toSorted((one, other) =>
    one.key < other.key ? -1 : 1,
  )) {
    const refusal = new HttpError(429, 'limit-exceeded', `The daily budget of ${whose} is spent`)
    if (wei > limit) throw refusal
    const [row] = await tx
      .insert(spending)
      .values({ key, day, wei })
      .onConflictDoUpdate({
        target: [spending.key, spending.day],
        set: { wei: sql`${spending.wei} + ${wei.toString()}::numeric` },
        setWhere: sql`${spending.wei} + ${wei.toString()}::numeric <= ${limit.toString()}::numeric`,
      })
      .returning()
    if (row === undefined) throw refusal
    spent.push({ key, wei: row.wei, limit })
  }
  return spent
}

/** Replaces what was reserved by what it did cost. */
export async function correctSpending(
  tx: Pick<Queries, 'update'>,
  {
    budgets,
    cost,
    day,
    reserved,
  }: { budgets: string[]; cost: bigint; day: string; reserved: bigint },
): Promise<void> {
  for (const key of budgets.toSorted())
    await tx
      .update(spending)
      .set({ wei: sql`${spending.wei} + ${(cost - reserved).toString()}::numeric` })
      .where(and(eq(spending.key, key), eq(spending.day, day)))
}

/** Marks budgets whose alarm is due. @returns the keys of those that were not marked yet */
export async function markAlarmed(
  queries: Pick<Queries, 'update'>,
  { day, keys }: { day: string; keys: string[] },
): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await queries
    .update(spending)
    .set({ isAlarmed: true })
    .where(and(inArray(spending.key, keys), eq(spending.day, day), eq(spending.isAlarmed, false)))
    .returning({ key: spending.key })
  return rows.map(({ key }) => key)
}
