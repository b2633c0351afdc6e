import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { vaultReadSet } from '@foyer/protocol/vault'
import { and, eq, isNotNull } from 'drizzle-orm'
import { shares } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Tells the login server whether a device has committed a recovery set here. */
export async function readSet(
  { queries }: Services,
  { jkt, setId, userId }: BodyOf<typeof vaultReadSet>,
): Promise<ResponseOf<typeof vaultReadSet>> {
  const own = and(eq(shares.setId, setId), eq(shares.userId, userId), eq(shares.jkt, jkt))
  const committed = and(own, eq(shares.kind, 'recovery'), isNotNull(shares.committedAt))
  const rows = await queries.select({ setId: shares.setId }).from(shares).where(committed)
  return { isCommitted: rows.length > 0 }
}
