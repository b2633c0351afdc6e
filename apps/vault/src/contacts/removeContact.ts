import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@foyer/protocol'
import type { vaultRemoveContact, vaultRestoreContact } from '@foyer/protocol/vault'
import { refuse } from '@foyer/server'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { moreContacts, users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import type { Services } from '../services.ts'
import { hmacOfContact } from './bindContact.ts'
import { readMoreContacts } from './moreContacts.ts'

/** Time in which a removed contact may be restored, in ms; the same as the login server's undo. @source security 2.14 */
const restoreMs = 259_200_000

const done = { done: true } as const

/**
 * Removes a contact at the login server's word, which can only remove access by it. The last one stays, so that nobody is locked
 * out; if the user's own row holds it, another contact takes its place.
 * @throws HttpError 409 `change-conflict` for the last one, and within 24 hours of a change of the address
 */
export async function removeContact(
  { audit, hmacKey, now, queries }: Services,
  { contact, isFinal, userId }: BodyOf<typeof vaultRemoveContact>,
): Promise<{ done: true }> {
  const hmac = hmacOfContact(hmacKey, contact)
  const nowMs = now()
  await queries.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.userId, userId)).for('update')
    if (!user) return
    const own = and(eq(moreContacts.userId, userId), eq(moreContacts.contactHmac, hmac))
    const others = (await readMoreContacts(tx, userId)).filter((row) => row.contactHmac !== hmac)
    if (user.contactHmac !== hmac) {
      // The user's own row has another contact, so this one is never the last.
      if (isFinal) await tx.delete(moreContacts).where(own)
      else
        await tx
          .update(moreContacts)
          .set({ removedAt: nowMs })
          .where(and(own, isNull(moreContacts.removedAt)))
      return audit(tx, { kind: 'contact-removed', userId, contact: contact.kind })
    }
    const [next] = others
    if (!next) return refuse('change-conflict', 'Nothing else approves recoveries of this user')
    if (user.previousUntil !== null && user.previousUntil > nowMs)
      return refuse('change-conflict', 'The address was changed less than 24 hours ago')
    await tx
      .update(users)
      .set({
        evidence: next.kind,
        contactHmac: next.contactHmac,
        contactKid: next.contactKid,
        contactBlob: next.contactBlob,
        ...{ previousHmac: null, previousUntil: null },
      })
      .where(eq(users.userId, userId))
    await tx.delete(moreContacts).where(eq(moreContacts.id, next.id))
    await tx.delete(moreContacts).where(own)
    if (!isFinal) {
      const { contactBlob, contactKid } = user
      await tx.insert(moreContacts).values({
        ...{ id: randomUUID(), userId, kind: contact.kind, contactHmac: hmac },
        ...{ contactKid, contactBlob, addedAt: nowMs, removedAt: nowMs },
      })
    }
    return audit(tx, { kind: 'contact-removed', userId, contact: contact.kind })
  })
  return done
}

/**
 * Restores a removed contact at the login server's word: it gains no more by this than if it had never passed the removal on.
 */
export async function restoreRemovedContact(
  { audit, hmacKey, now, queries }: Services,
  { contact, userId }: BodyOf<typeof vaultRestoreContact>,
): Promise<{ done: true }> {
  await queries.transaction(async (tx) => {
    const restored = await tx
      .update(moreContacts)
      .set({ removedAt: null })
      .where(
        and(
          eq(moreContacts.userId, userId),
          eq(moreContacts.contactHmac, hmacOfContact(hmacKey, contact)),
          gt(moreContacts.removedAt, now() - restoreMs),
        ),
      )
      .returning()
    if (restored.length > 0)
      await audit(tx, { kind: 'contact-restored', userId, contact: contact.kind })
  })
  return done
}

/** Deletes contacts that can not be restored any more. */
export async function forgetRemovedContacts(queries: Queries, nowMs: number): Promise<void> {
  await queries.delete(moreContacts).where(lte(moreContacts.removedAt, nowMs - restoreMs))
}
