import { refuse } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

export type User = typeof users.$inferSelect

/**
 * Reads a user who is bound to a contact and not frozen. Locks the row in a transaction, so that a freeze happens before
 * or after it, never during it.
 * @throws {@link HttpError} 403 `evidence-required` for a user without a contact, `account-frozen`
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

/** Returns whether a user is frozen. A freeze ends 24 hours after unfreezing was approved. */
export const isFrozen = ({ frozenAt, unfreezeAt }: User, nowMs: number) =>
  frozenAt !== null && (unfreezeAt === null || unfreezeAt > nowMs)

/** Returns the contact that recovery uses: for 24 hours after a change the previous one. */
export function countingContact(
  { contactHmac, previousHmac, previousUntil }: User,
  nowMs: number,
): string | null {
  return previousHmac !== null && previousUntil !== null && previousUntil > nowMs
    ? previousHmac
    : contactHmac
}
