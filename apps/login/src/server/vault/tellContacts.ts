import {
  type Contact,
  contact,
  vaultKeepContacts,
  vaultRemoveContact,
  vaultRestoreContact,
} from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { and, asc, eq, ne } from 'drizzle-orm'
import * as v from 'valibot'
import { contactChanges } from '../database/schema.ts'
import { contactOf } from '../logins/contactOf.ts'
import { readIdentities } from '../logins/listLogins.ts'
import { putLoginBack } from '../logins/putLoginBack.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'

type Needs = Pick<
  Services,
  'audit' | 'callVault' | 'kms' | 'log' | 'loginOrigin' | 'mailer' | 'queries'
>

/**
 * Tells the vault which contacts were removed and restored, in order. Before each removal it tells which contacts the account has, so
 * that a contact that was added at the vault alone never takes the place of the removed one. A login whose contact the vault keeps,
 * since nothing else restores the wallet, comes back. Contacts that the vault's schema refuses are skipped.
 * @throws HttpError when it can not be reached
 */
export async function tellContacts(needs: Needs): Promise<void> {
  const { callVault, kms, log, queries } = needs
  const untold = await queries
    .select()
    .from(contactChanges)
    .orderBy(asc(contactChanges.seq))
    .limit(100)
  for (const { change, seq, userId, ...sealed } of untold) {
    const told = await openContact(kms, userId, sealed)
    try {
      if (change === 'restored') {
        if (told) await callVault(vaultRestoreContact, { userId, contact: told })
      } else {
        const contacts = await readKnown(needs, userId)
        await callVault(vaultKeepContacts, { userId, contacts })
        const isFinal = change === 'deleted'
        if (told) await callVault(vaultRemoveContact, { userId, contact: told, isFinal })
      }
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'change-conflict') throw error
      log.warn({ error }, 'the vault keeps the contact of a login that was removed')
      if (change === 'removed') await putLoginBack(needs, { userId, contact: told!, seq })
    }
    await queries.delete(contactChanges).where(eq(contactChanges.seq, seq))
  }
}

type Sealed = Pick<typeof contactChanges.$inferSelect, 'blob' | 'kid'>

/** Null for `compared`, and for a contact that the vault's schema refuses: the vault can not have it. */
const openContact = async (kms: Services['kms'], userId: string, { blob, kid }: Sealed) =>
  parseContact(JSON.parse(await openEmail(kms, userId, { emailBlob: blob, emailKid: kid })))

const parseContact = (input: unknown): Contact | null => {
  const { output, success } = v.safeParse(contact, input)
  return success ? output : null
}

/**
 * The contacts of an account: of its logins, and those in changes that the vault has not heard yet. A removed one has to be there when
 * its removal arrives, or its undo would restore nothing.
 */
async function readKnown(
  { kms, queries }: Pick<Services, 'kms' | 'queries'>,
  userId: string,
): Promise<Contact[]> {
  const logins = await readIdentities(queries, userId)
  const leaving = await queries
    .select()
    .from(contactChanges)
    .where(and(eq(contactChanges.userId, userId), ne(contactChanges.change, 'compared')))
    .limit(100)
  const contacts = [
    ...logins.map(async (login) => parseContact(await contactOf({ kms }, login))),
    ...leaving.map((row) => openContact(kms, userId, row)),
  ]
  return (await Promise.all(contacts)).filter((contact) => contact !== null)
}
