import type { Contact } from '@foyer/protocol/vault'
import { vaultRemoveContact, vaultRestoreContact } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { asc, eq } from 'drizzle-orm'
import { contactChanges } from '../database/schema.ts'
import { putLoginBack } from '../logins/putLoginBack.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'

type Needs = Pick<
  Services,
  'audit' | 'callVault' | 'kms' | 'log' | 'loginOrigin' | 'mailer' | 'queries'
>

/**
 * Tells the vault which contacts were removed and restored, in order. A login whose contact it keeps, since nothing else restores the
 * wallet, comes back.
 * @throws HttpError when it can not be reached
 */
export async function tellContacts(needs: Needs): Promise<void> {
  const { callVault, kms, log, queries } = needs
  const untold = await queries
    .select()
    .from(contactChanges)
    .orderBy(asc(contactChanges.seq))
    .limit(100)
  for (const { blob: emailBlob, change, kid: emailKid, seq, userId } of untold) {
    const contact = JSON.parse(await openEmail(kms, userId, { emailBlob, emailKid })) as Contact
    try {
      if (change === 'restored') await callVault(vaultRestoreContact, { userId, contact })
      else await callVault(vaultRemoveContact, { userId, contact, isFinal: change === 'deleted' })
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'change-conflict') throw error
      log.warn({ error }, 'the vault keeps the contact of a login that was removed')
      if (change === 'removed') await putLoginBack(needs, { userId, contact, seq })
    }
    await queries.delete(contactChanges).where(eq(contactChanges.seq, seq))
  }
}
