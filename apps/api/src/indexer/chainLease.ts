import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { historyChains } from './historyTables.ts'

/** Reading progress of a chain. */
export type ChainProgress = typeof historyChains.$inferSelect

/** The database's clock in ms since 1970, since clocks of processes may differ. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Acquires or renews the lease of a chain, for `leaseMs`.
 *
 * @returns The chain's progress; undefined while another process has the lease.
 */
export async function acquireLease(
  queries: Pick<Queries, 'insert'>,
  { chainId, holder, leaseMs }: { chainId: string; holder: string; leaseMs: number },
): Promise<ChainProgress | undefined> {
  const heldUntil = sql<number>`${databaseNow} + ${leaseMs}`
  const [row] = await queries
    .insert(historyChains)
    .values({ chainId, holder, heldUntil })
    .onConflictDoUpdate({
      target: historyChains.chainId,
      set: { holder, heldUntil },
      setWhere: sql`${historyChains.holder} = ${holder} or ${historyChains.heldUntil} < ${databaseNow}`,
    })
    .returning()
  return row
}

/** Releases the lease, so that another process can take over at once. */
export async function releaseLease(
  queries: Pick<Queries, 'update'>,
  { chainId, holder }: { chainId: string; holder: string },
): Promise<void> {
  await queries
    .update(historyChains)
    .set({ heldUntil: 0 })
    .where(and(eq(historyChains.chainId, chainId), eq(historyChains.holder, holder)))
}
