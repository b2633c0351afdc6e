import { and, eq } from 'drizzle-orm'
import { revokedKeys } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** When a user's device was revoked last, ms since 1970: its tokens and approvals until then count for nothing. Undefined: never. */
export async function readRevokedAt(
  queries: Pick<Queries, 'select'>,
  { jkt, userId }: { jkt: string; userId: string },
): Promise<number | undefined> {
  const [revoked] = await queries
    .select()
    .from(revokedKeys)
    .where(and(eq(revokedKeys.userId, userId), eq(revokedKeys.jkt, jkt)))
  return revoked?.notBefore
}
