import type { BodyOf, vaultChangeContact, vaultUnfreeze } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import { createLink } from '../links/createLink.ts'
import type { Services } from '../services.ts'
import { contactHmac } from './bindContact.ts'
import { openText, sealText } from './contact.ts'
import type { User } from './readUser.ts'

async function find({ queries }: Services, userId: string): Promise<User> {
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  if (user) return user
  throw new HttpError(404, 'resource-not-found', 'The vault does not know this user')
}

/** The address on file; undefined for who has none. */
export async function readAddress({ kms }: Services, user: User): Promise<string | undefined> {
  const { contactBlob: blob, contactKid: kid, userId: owner } = user
  return kid === null || blob === null ? undefined : openText(kms, { owner, kid, blob })
}

/**
 * Mails the address on file; who has none is asked at the new address, since nobody else could be.
 *
 * @throws {@link HttpError} 409 `change-conflict` within 24 hours of the last change
 */
export async function changeContact(services: Services, body: BodyOf<typeof vaultChangeContact>) {
  const { hmacKey, kms, now } = services
  const { email, jkt, requester, userId } = body
  const user = await find(services, userId)
  // The address before must not be shaken off by changing twice.
  if (user.previousUntil !== null && user.previousUntil > now())
    throw new HttpError(409, 'change-conflict', 'The address was changed less than 24 hours ago')
  const { kid, blob } = await sealText(kms, { owner: userId, text: email })
  const next = { nextHmac: contactHmac(hmacKey, email), nextKid: kid, nextBlob: blob }
  const asked = (await readAddress(services, user)) ?? email
  return createLink(services, { kind: 'contact', email: asked, jkt, userId, requester, next })
}

/** @throws {@link HttpError} 403 `action-not-allowed` for who has no address: the operator must look at it */
export async function askUnfreeze(
  services: Services,
  { jkt, requester, userId }: BodyOf<typeof vaultUnfreeze>,
) {
  const email = await readAddress(services, await find(services, userId))
  if (email === undefined)
    throw new HttpError(403, 'action-not-allowed', 'This user has no address on file')
  return createLink(services, { kind: 'unfreeze', email, jkt, userId, requester })
}
