import { refuse } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

export type User = typeof users.$inferSelect

/** The user, when the vault may serve them. @throws {@link HttpError} `evidence-required` unbound, `account-frozen` */
export async function readUser(
  queries: Queries,
  { userId, nowMs }: { userId: string; nowMs: number },
): Promise<User> {
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  if (user === undefined) return refuse('evidence-required', 'The vault does not know this user')
  if (isFrozen(user, nowMs)) return refuse('account-frozen', 'This account is frozen')
  return user
}

/** A freeze ends 24 hours after its end was approved. */
export const isFrozen = ({ frozenAt, unfreezeAt }: User, nowMs: number) =>
  frozenAt !== null && (unfreezeAt === null || unfreezeAt > nowMs)
