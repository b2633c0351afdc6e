import { lte } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import type { UsedTable } from './usedTable.ts'

/**
 * Stores a value that can be used once, for all processes, until a time (ms since 1970). Returns false when it is stored
 * already.
 */
export async function rememberUsed(
  queries: Pick<Queries, 'insert'>,
  used: UsedTable,
  { key, until }: { key: string; until: number },
): Promise<boolean> {
  const rows = await queries.insert(used).values({ key, until }).onConflictDoNothing().returning()
  return rows.length === 1
}

/** Deletes expired values. */
export async function forgetUsed(
  queries: Pick<Queries, 'delete'>,
  used: UsedTable,
  nowMs: number,
): Promise<void> {
  await queries.delete(used).where(lte(used.until, nowMs))
}
