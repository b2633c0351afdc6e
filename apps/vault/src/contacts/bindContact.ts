import type { BodyOf } from '@foyer/protocol'
import type { Contact, vaultBindContact } from '@foyer/protocol/vault'
import { HttpError, keyedHash, refuse } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import { socialHmac } from '../logins/proveLogin.ts'
import type { Services } from '../services.ts'
import { hasApproval } from './approvals.ts'
import { sealText } from './contact.ts'

/** Computes the keyed HMAC of an e-mail address, by which the database finds it. */
export const contactHmac = (hmacKey: string, email: string) => keyedHash(hmacKey, 'contact', email)

/** Computes the keyed HMAC of a contact, by which the database finds it. */
export const hmacOfContact = (hmacKey: string, contact: Contact): string =>
  contact.kind === 'social'
    ? socialHmac(hmacKey, contact.provider, contact.subject)
    : contactHmac(hmacKey, contact.email)

/**
 * Binds a user to the e-mail address, or to the account at a provider, that approves recovery. Later calls with the same one
 * change nothing.
 * @throws {@link HttpError} 403 `evidence-required` unless B's own link was approved, or B has verified the social login; 409
 *   `change-conflict` for another one
 */
export async function bindContact(
  { audit, hmacKey, kms, now, queries }: Services,
  body: BodyOf<typeof vaultBindContact>,
): Promise<{ done: true }> {
  const { kind, userId } = body
  const email = 'email' in body ? body.email : undefined
  const hmac =
    body.kind === 'social'
      ? socialHmac(hmacKey, body.provider, body.subject)
      : email === undefined
        ? null
        : contactHmac(hmacKey, email)
  const sealed =
    email === undefined ? undefined : await sealText(kms, { owner: userId, text: email })
  await queries.transaction(async (tx) => {
    const [known] = await tx.select().from(users).where(eq(users.userId, userId))
    if (known) {
      if (known.evidence === kind && known.contactHmac === hmac) return
      throw new HttpError(409, 'change-conflict', 'This user is tied to another contact')
    }
    if (
      (body.kind === 'email' || body.kind === 'social') &&
      !(await hasApproval(tx, { hmacs: [hmac!], jkt: body.jkt, nowMs: now(), userId }))
    )
      refuse('evidence-required', 'This user did not approve this device')
    const added = await tx
      .insert(users)
      .values({
        userId,
        evidence: kind,
        contactHmac: hmac,
        contactKid: sealed?.kid,
        contactBlob: sealed?.blob,
      })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0)
      throw new HttpError(409, 'change-conflict', 'This user is being tied already')
    await audit(tx, { kind: 'contact-bound', userId, evidence: kind })
  })
  return { done: true }
}
