import { and, eq, gt, inArray } from 'drizzle-orm'
import { readRevokedAt } from '../auth/revokedKeys.ts'
import { evidence } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** Time for which an approved link is evidence for its device, in ms. @source security design 2.5 */
export const approvalLifeMs = 1_800_000

type Approval = {
  contactHmac: string
  jkt: string
  /** When it was given; of a link when the device asked for it. ms since 1970. */
  createdAt: number
  expiresAt: number
}

/** Stores that the holder of a contact, or of a user's passkey, approved a device. */
export async function storeApproval(
  queries: Pick<Queries, 'insert'>,
  { contactHmac, createdAt, expiresAt, jkt }: Approval,
): Promise<void> {
  const set = { createdAt, expiresAt }
  await queries
    .insert(evidence)
    .values({ contactHmac, jkt, ...set })
    .onConflictDoUpdate({ target: [evidence.contactHmac, evidence.jkt], set })
}

type Asked = { hmacs: readonly string[]; jkt: string; nowMs: number; userId: string }

/**
 * Returns which of these contacts have approved this device in the last 30 min, and after a time, ms since 1970. What was approved
 * before the device was revoked for this user counts for nothing.
 */
export async function readApprovals(
  queries: Pick<Queries, 'select'>,
  { after, hmacs, jkt, nowMs, userId }: Asked & { after?: number },
): Promise<string[]> {
  const since = Math.max(after ?? -1, (await readRevokedAt(queries, { jkt, userId })) ?? -1)
  const rows = await queries
    .select({ by: evidence.contactHmac })
    .from(evidence)
    .where(
      and(
        inArray(evidence.contactHmac, [...hmacs]),
        eq(evidence.jkt, jkt),
        gt(evidence.expiresAt, nowMs),
        gt(evidence.createdAt, since),
      ),
    )
  return rows.map(({ by }) => by)
}

/** Returns whether one of these contacts has approved this device in the last 30 min. */
export async function hasApproval(
  queries: Pick<Queries, 'select'>,
  which: Asked,
): Promise<boolean> {
  return (await readApprovals(queries, which)).length > 0
}
