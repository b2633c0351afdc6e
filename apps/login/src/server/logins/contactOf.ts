import { isSocialName, socialTable } from '@foyer/protocol/social'
import type { Contact } from '@foyer/protocol/vault'
import type { Identity } from '../account/accountEmail.ts'
import type { Queries } from '../database/database.ts'
import { contactChanges } from '../database/schema.ts'
import { openEmail, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'

/** True for a login that the vault checks by a link in a mail, since nobody signs it. */
export const isByLink = (provider: string): boolean =>
  provider === 'email' || (isSocialName(provider) && socialTable[provider].evidence.kind === 'link')

/** By what the vault knows a login. */
export async function contactOf(
  { kms }: Pick<Services, 'kms'>,
  identity: Pick<Identity, 'emailBlob' | 'emailKid' | 'provider' | 'subject' | 'userId'>,
): Promise<Contact> {
  const { provider, subject, userId } = identity
  return isByLink(provider)
    ? { kind: 'email', email: await openEmail(kms, userId, identity) }
    : { kind: 'social', provider, subject }
}

/** Two logins may be one contact: an address, and an account at a provider that has it. */
export const isSameContact = (one: Contact, other: Contact): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Stores a change of a contact for the vault, or that it must compare all (`compared`); `vaultTeller` tells it.
 * @returns the row's `seq`, which is there until then
 */
export async function noteContactChange(
  { kms }: Pick<Services, 'kms'>,
  tx: Pick<Queries, 'insert'>,
  {
    change,
    contact,
    userId,
  }: { userId: string } & (
    | { contact: Contact; change: 'removed' | 'deleted' | 'restored' }
    | { contact?: undefined; change: 'compared' }
  ),
): Promise<number> {
  const sealed = await sealEmail(kms, userId, JSON.stringify(contact ?? null))
  const { emailBlob: blob, emailKid: kid } = sealed
  const [row] = await tx
    .insert(contactChanges)
    .values({ userId, change, kid, blob })
    .returning({ seq: contactChanges.seq })
  return row!.seq
}
