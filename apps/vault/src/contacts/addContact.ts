import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { recoveryContactAdd } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { moreContacts } from '../database/schema.ts'
import { createLink } from '../links/createLink.ts'
import type { Device } from '../passkeys/device.ts'
import type { Services } from '../services.ts'
import { readStanding } from '../standing.ts'
import { hasApproval } from './approvals.ts'
import { hmacOfContact } from './bindContact.ts'
import { sealText } from './contact.ts'
import { countingContacts, readAddresses } from './moreContacts.ts'

/** `addresses`: who gets a notice of the contact. */
type Added = ResponseOf<typeof recoveryContactAdd> & { addresses?: string[] }

/**
 * Adds a contact that approves recoveries, for a device of the wallet that an existing contact and the new one have approved. The
 * login server's word is no evidence here: it has no part in this call. Every address that the user had before gets a notice with a
 * freeze link.
 * @throws HttpError 403 `evidence-required` for a device that does not hold the wallet; 409 `change-conflict` for too many contacts
 * @source security 2.14
 */
export async function addContact(
  services: Services,
  { contact, userId }: BodyOf<typeof recoveryContactAdd>,
  { jkt }: Pick<Device, 'jkt'>,
): Promise<ResponseOf<typeof recoveryContactAdd>> {
  const { audit, hmacKey, kms, limits, now, queries } = services
  const hmac = hmacOfContact(hmacKey, contact)
  const sealed =
    contact.kind === 'email'
      ? await sealText(kms, { owner: userId, text: contact.email })
      : undefined
  const { addresses = [], ...answer } = await queries.transaction<Added>(async (tx) => {
    const nowMs = now()
    const { evidence, isDevice, user } = await readStanding(services, tx, { jkt, userId })
    if (!isDevice) return refuse('evidence-required', 'This device does not hold the wallet')
    const contacts = await countingContacts(tx, user, nowMs)
    if (contacts.has(hmac)) return { status: 'added' }
    if (evidence === undefined || evidence === 'asserted') return { status: 'prove-user' }
    if (!(await hasApproval(tx, { hmacs: [hmac], jkt, nowMs, userId })))
      return { status: 'prove-contact' }
    if (contacts.size >= limits.contactsOfUser)
      return refuse('change-conflict', 'There are too many contacts')
    const fresh = {
      kind: contact.kind,
      contactKid: sealed?.kid ?? null,
      contactBlob: sealed?.blob ?? null,
      addedAt: nowMs,
      removedAt: null,
    }
    const before = await readAddresses({ kms, queries: tx }, user)
    await tx
      .insert(moreContacts)
      .values({ id: randomUUID(), userId, contactHmac: hmac, ...fresh })
      .onConflictDoUpdate({ target: [moreContacts.userId, moreContacts.contactHmac], set: fresh })
    await audit(tx, { kind: 'contact-added', userId, contact: contact.kind, evidence })
    return { status: 'added', addresses: before }
  })
  for (const email of addresses)
    await createLink(services, { kind: 'freeze', mail: 'contact-added', email, userId })
  return answer
}
