import type { LocalKms } from '@foyer/protocol/custody'
import type { Contact } from '@foyer/protocol/vault'
import { vaultRemoveContact, vaultRestoreContact } from '@foyer/protocol/vault'
import { HttpError, type Logger } from '@foyer/server'
import { asc, eq } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { contactChanges } from '../database/schema.ts'
import { openEmail } from '../sealedText.ts'
import type { CallVault } from './callVault.ts'

/** Tells the vault which contacts were removed and restored, in order. @throws HttpError when it can not be reached */
export async function tellContacts({
  callVault,
  kms,
  log,
  queries,
}: {
  readonly callVault: CallVault
  readonly kms: LocalKms
  readonly log: Logger
  readonly queries: Queries
}): Promise<void> {
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
      // The vault keeps its last contact: without a login here it restores nothing.
      if (!(error instanceof HttpError) || error.code !== 'change-conflict') throw error
      log.warn({ error }, 'the vault keeps a contact of a login that was removed')
    }
    await queries.delete(contactChanges).where(eq(contactChanges.seq, seq))
  }
}
