import type { AccountFacts } from '@foyer/protocol/login'
import { asc, eq } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { keyAccounts, walletFactors } from '../database/schema.ts'

/** Reads what opens a wallet that is held by passkeys alone, oldest first; undefined for any other user. */
export async function readFactors(
  queries: Pick<Queries, 'select'>,
  userId: string,
): Promise<AccountFacts['factors']> {
  const [account] = await queries.select().from(keyAccounts).where(eq(keyAccounts.userId, userId))
  if (!account) return undefined
  const rows = await queries
    .select()
    .from(walletFactors)
    .where(eq(walletFactors.userId, userId))
    .orderBy(asc(walletFactors.createdAt))
  return rows.map(({ envelope, userId: _, ...row }) => ({ ...row, isSource: envelope === null }))
}
