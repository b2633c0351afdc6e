import { and, eq, gt, inArray } from 'drizzle-orm'
import { evidence } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** Time for which an approved link is evidence for its device, in ms. @source security design 2.5 */
export const approvalLifeMs = 1_800_000

/** Returns whether one of these contacts has approved this device in the last 30 min. */
export async function hasApproval(
  queries: Queries,
  { hmacs, jkt, nowMs }: { hmacs: readonly string[]; jkt: string; nowMs: number },
): Promise<boolean> {
  const rows = await queries
    .select()
    .from(evidence)
    .where(
      and(
        inArray(evidence.contactHmac, [...hmacs]),
        eq(evidence.jkt, jkt),
        gt(evidence.expiresAt, nowMs),
      ),
    )
  return rows.length > 0
}
