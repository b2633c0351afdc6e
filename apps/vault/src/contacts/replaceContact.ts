import { randomUUID } from 'node:crypto'
import { and, eq, gt, gte, lte } from 'drizzle-orm'
import { type links, pastContacts, users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** Time for which recovery still uses the previous address after a change, in ms. @source security design 2.12 */
const holdMs = 86_400_000
/**
 * Time in which the previous address may be restored, in ms; the same as the login server's undo. @source security design 2.12
 */
const restoreMs = 259_200_000

type Link = typeof links.$inferSelect & { userId: string }

const nextOf = ({ nextBlob, nextHmac, nextKid }: Link) => ({
  evidence: 'email' as const,
  contactHmac: nextHmac,
  contactKid: nextKid,
  contactBlob: nextBlob,
})

/** Locks a user's row, to serialize changes. */
async function lockUser(tx: Queries, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.userId, userId)).for('update')
  return user
}

/**
 * Replaces the stored address. @returns false when the link was mailed to another address, or within 24 hours of a change
 */
export async function replaceContact(tx: Queries, link: Link, nowMs: number): Promise<boolean> {
  const { userId } = link
  const user = await lockUser(tx, userId)
  if (!user || (user.contactHmac !== null && user.contactHmac !== link.contactHmac)) return false
  if (user.previousUntil !== null && user.previousUntil > nowMs) return false
  const { contactBlob, contactHmac, contactKid } = user
  await tx
    .update(users)
    .set({ ...nextOf(link), previousHmac: contactHmac, previousUntil: nowMs + holdMs })
    .where(eq(users.userId, userId))
  if (contactHmac === null || contactKid === null || contactBlob === null) return true
  const past = { contactKid, contactBlob, replacedAt: nowMs, until: nowMs + restoreMs }
  await tx
    .insert(pastContacts)
    .values({ id: randomUUID(), userId, contactHmac, ...past })
    .onConflictDoUpdate({ target: [pastContacts.userId, pastContacts.contactHmac], set: past })
  return true
}

/**
 * Restores a replaced address at once, and deletes the addresses that have replaced it.
 * @returns false when the address could not be restored any more when the link was mailed
 */
export async function restoreContact(tx: Queries, link: Link): Promise<boolean> {
  const { contactHmac, createdAt, userId } = link
  await lockUser(tx, userId)
  const [past] = await tx
    .select()
    .from(pastContacts)
    .where(
      and(
        eq(pastContacts.userId, userId),
        eq(pastContacts.contactHmac, contactHmac),
        gt(pastContacts.until, createdAt),
      ),
    )
  if (!past) return false
  await tx
    .update(users)
    .set({ ...nextOf(link), previousHmac: null, previousUntil: null })
    .where(eq(users.userId, userId))
  await tx
    .delete(pastContacts)
    .where(and(eq(pastContacts.userId, userId), gte(pastContacts.replacedAt, past.replacedAt)))
  return true
}

/** Deletes addresses that can not be restored any more, after the last links for them have expired. */
export async function forgetPastContacts(queries: Queries, nowMs: number): Promise<void> {
  await queries.delete(pastContacts).where(lte(pastContacts.until, nowMs - 3_600_000))
}
