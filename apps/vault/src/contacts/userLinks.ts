import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type {
  vaultChangeContact,
  vaultConfirmDevice,
  vaultReadContact,
} from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { links, pastContacts, users } from '../database/schema.ts'
import { createLink } from '../links/createLink.ts'
import type { Services } from '../services.ts'
import { contactHmac } from './bindContact.ts'
import { openText, sealText } from './contact.ts'
import { readAddressThatApproves } from './moreContacts.ts'
import { countingContact, type User } from './readUser.ts'

/** The error for a user whom nobody has bound. */
export const userUnknown = () =>
  new HttpError(404, 'resource-not-found', 'The vault does not know this user')

/** Reads a user. @throws {@link HttpError} 404 `resource-not-found` */
export async function findUser({ queries }: Services, userId: string): Promise<User> {
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  if (user) return user
  throw userUnknown()
}

/** Decrypts the stored address; undefined for a user without one. */
export async function readAddress({ kms }: Services, user: User): Promise<string | undefined> {
  const { contactBlob: blob, contactKid: kid, userId: owner } = user
  return kid === null || blob === null ? undefined : openText(kms, { owner, kid, blob })
}

/** Finds an address that was replaced and may still be restored. */
async function findPast(
  { queries }: Pick<Services, 'queries'>,
  { hmac, userId }: { hmac: string; userId: string },
): Promise<typeof pastContacts.$inferSelect | undefined> {
  const [past] = await queries
    .select()
    .from(pastContacts)
    .where(and(eq(pastContacts.userId, userId), eq(pastContacts.contactHmac, hmac)))
  return past
}

/** Returns the address that recovery uses now: within 24 hours of a change the previous one. */
export async function readCountingAddress(
  services: Services,
  user: User,
): Promise<string | undefined> {
  const hmac = countingContact(user, services.now())
  if (hmac === null || hmac === user.contactHmac) return readAddress(services, user)
  const { userId } = user
  const past = await findPast(services, { userId, hmac })
  const { contactBlob: blob = '', contactKid: kid = '' } = past ?? {}
  return past && openText(services.kms, { owner: userId, kid, blob })
}

/** Selects the links that move recovery to another address. */
const moves = (userId: string, nowMs: number) =>
  and(
    eq(links.userId, userId),
    inArray(links.kind, ['contact', 'restore']),
    eq(links.state, 'pending'),
    gt(links.expiresAt, nowMs),
  )

/**
 * Mails the link for a change of address: to the stored address; to the new one if none is stored, or if it was replaced
 * less than 72 hours ago and may be restored at once. Invalidates earlier links for a change of this user.
 * @throws {@link HttpError} 403 `action-not-allowed` for a user with a social login; 409 `change-conflict` within 24 hours of
 *   the last change
 */
export async function changeContact(
  services: Services,
  body: BodyOf<typeof vaultChangeContact>,
): Promise<ResponseOf<typeof vaultChangeContact>> {
  const { hmacKey, kms, now, queries } = services
  const { email, jkt, requester, userId } = body
  const user = await findUser(services, userId)
  // Its evidence is the provider's: a link to an address that the login server names would replace it.
  if (user.evidence === 'social')
    throw new HttpError(403, 'action-not-allowed', 'This user is bound to an account at a provider')
  const nowMs = now()
  const hmac = contactHmac(hmacKey, email)
  const endMoves = () => queries.update(links).set({ expiresAt: nowMs }).where(moves(userId, nowMs))
  if (user.contactHmac === hmac) {
    await endMoves()
    return { status: 'same' }
  }
  const past = await findPast(services, { userId, hmac })
  const isRestored = past !== undefined && past.until > nowMs
  // A second change within 24 hours would remove the previous address early.
  if (!isRestored && user.previousUntil !== null && user.previousUntil > nowMs)
    throw new HttpError(409, 'change-conflict', 'The address was changed less than 24 hours ago')
  const { kid, blob } = await sealText(kms, { owner: userId, text: email })
  const next = { nextHmac: hmac, nextKid: kid, nextBlob: blob }
  const asked = isRestored ? email : ((await readAddress(services, user)) ?? email)
  const kind = isRestored ? 'restore' : 'contact'
  const link = await createLink(services, {
    ...{ kind, email: asked, jkt, userId, requester, next },
    before: endMoves,
  })
  return { status: 'asked', ...link }
}

/** Reads the contact for `/security`. */
export async function readContact(
  services: Services,
  { userId }: BodyOf<typeof vaultReadContact>,
): Promise<ResponseOf<typeof vaultReadContact>> {
  const { kms, now, queries } = services
  const user = await findUser(services, userId)
  const nowMs = now()
  const onFile = (await readAddress(services, user)) ?? null
  const { previousUntil } = user
  const isHeld = onFile !== null && previousUntil !== null && previousUntil > nowMs
  const [link] = await queries
    .select()
    .from(links)
    .where(moves(userId, nowMs))
    .orderBy(desc(links.createdAt))
    .limit(1)
  const email =
    link?.nextKid && link.nextBlob
      ? await openText(kms, { owner: userId, kid: link.nextKid, blob: link.nextBlob })
      : undefined
  return {
    // An account at a provider is asked there; its address is for notices only.
    email:
      user.evidence === 'social' ? null : ((await readCountingAddress(services, user)) ?? null),
    next: isHeld ? { email: onFile, at: previousUntil } : null,
    asked:
      link && email !== undefined
        ? {
            by: link.kind === 'restore' ? email : (onFile ?? email),
            email,
            expiresAt: link.expiresAt,
          }
        : null,
  }
}

/**
 * Mails the stored address a link that confirms a signed-in device.
 * @throws {@link HttpError} 403 `action-not-allowed` for a user without an address; 409 `change-conflict` within 24 hours
 *   of a change, while recovery uses the previous address
 */
export async function confirmDevice(
  services: Services,
  { jkt, requester, userId }: BodyOf<typeof vaultConfirmDevice>,
) {
  const user = await findUser(services, userId)
  const email = await readAddressThatApproves(services, user)
  if (email === undefined)
    throw new HttpError(403, 'action-not-allowed', 'This user has no address on file')
  if (countingContact(user, services.now()) !== user.contactHmac)
    throw new HttpError(409, 'change-conflict', 'The address was changed less than 24 hours ago')
  return createLink(services, { kind: 'device', mail: 'confirm', email, jkt, userId, requester })
}
