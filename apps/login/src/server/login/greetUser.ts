import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { users } from '../database/schema.ts'

/** An account that nobody used for longer may have an address that belongs to somebody else now. @source security 2.14 rule 5 */
const idleMs = 365 * 86_400_000

/** Notes that a user has logged in, and whether that was the first time in more than a year. */
export async function greetUser(
  tx: Pick<Queries, 'update'>,
  { nowMs, userId }: { userId: string; nowMs: number },
): Promise<void> {
  const before = nowMs - idleMs
  await tx
    .update(users)
    .set({
      lastSeenAt: nowMs,
      awokeAt: sql`case when ${users.lastSeenAt} < ${before} then ${nowMs}::bigint else ${users.awokeAt} end`,
    })
    .where(eq(users.userId, userId))
}
