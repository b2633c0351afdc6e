import { refuse } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

export type User = typeof users.$inferSelect

/**
 * Reads a user that the vault may serve. In a transaction the row stays locked until its end, so that a freeze happens
 * entirely before or entirely after it.
 * @throws {@link HttpError} 403 `evidence-required` for a user that is not bound, `account-frozen`
 */
export async function readUser(
  queries: Queries,
  { userId, nowMs }: { userId: string; nowMs: number },
): Promise<User> {
  const [user] = await queries.select().from(users).where(eq(users.userId, userId)).for('update')
  if (user === undefined) return refuse('evidence-required', 'The vault does not know this user')
  if (isFrozen(user, nowMs)) return refuse('account-frozen', 'This account is frozen')
  return user
}

/** A freeze ends 24 hours after its end was approved. */
export const isFrozen = ({ frozenAt, unfreezeAt }: User, nowMs: number) =>
  frozenAt !== null && (unfreezeAt === null || unfreezeAt > nowMs)

/** For 24 hours after a change, recovery still asks the previous address. */
export function countingContact(
  { contactHmac, previousHmac, previousUntil }: User,
  nowMs: number,
): string | null {
  return previousHmac !== null && previousUntil !== null && previousUntil > nowMs
    ? previousHmac
    : contactHmac
}
