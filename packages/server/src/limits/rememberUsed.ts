import { lte } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import type { UsedTable } from './usedTable.ts'

/** Keeps a value as used until then (ms since 1970); false when it is there already. All processes share it. */
export async function rememberUsed(
  queries: Pick<Queries, 'insert'>,
  used: UsedTable,
  { key, until }: { key: string; until: number },
): Promise<boolean> {
  const rows = await queries.insert(used).values({ key, until }).onConflictDoNothing().returning()
  return rows.length === 1
}

/** Deletes what no longer needs to be remembered. */
export async function forgetUsed(
  queries: Pick<Queries, 'delete'>,
  used: UsedTable,
  nowMs: number,
): Promise<void> {
  await queries.delete(used).where(lte(used.until, nowMs))
}
