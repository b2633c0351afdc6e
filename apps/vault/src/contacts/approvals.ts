import { and, eq, gt, inArray } from 'drizzle-orm'
import { evidence } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** How long an approved link speaks for its device, in ms. @source security design 2.5 */
export const approvalLifeMs = 1_800_000

/** Whether one of these contacts approved this device a short while ago. */
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
