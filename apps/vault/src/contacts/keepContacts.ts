import type { BodyOf } from '@foyer/protocol'
import type { vaultKeepContacts } from '@foyer/protocol/vault'
import { and, eq, isNull, notInArray } from 'drizzle-orm'
import { moreContacts, users } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { hmacOfContact } from './bindContact.ts'

/**
 * Deletes further contacts of a user that are no login of the account: a stranger in a browser of the wallet can add one here
 * without the login server. The server can only remove access by this. The contact to which the user is bound stays.
 */
export async function keepContacts(
  { audit, hmacKey, queries }: Services,
  { contacts, userId }: BodyOf<typeof vaultKeepContacts>,
): Promise<{ done: true }> {
  const known = contacts.map((contact) => hmacOfContact(hmacKey, contact))
  await queries.transaction(async (tx) => {
    // After an addition that is under way.
    await tx.select().from(users).where(eq(users.userId, userId)).for('update')
    const deleted = await tx
      .delete(moreContacts)
      .where(
        and(
          eq(moreContacts.userId, userId),
          isNull(moreContacts.removedAt),
          notInArray(moreContacts.contactHmac, known),
        ),
      )
      .returning()
    for (const { kind } of deleted)
      await audit(tx, { kind: 'contact-removed', userId, contact: kind })
  })
  return { done: true }
}
