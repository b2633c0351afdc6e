import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { vaultReadContacts } from '@foyer/protocol/vault'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { moreContacts, users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import type { Services } from '../services.ts'
import { hmacOfContact } from './bindContact.ts'
import { openText } from './contact.ts'
import { countingContact, type User } from './readUser.ts'

export type MoreContact = typeof moreContacts.$inferSelect

/** Reads a user's further contacts that count, oldest first. */
export const readMoreContacts = (
  queries: Pick<Queries, 'select'>,
  userId: string,
): Promise<MoreContact[]> =>
  queries
    .select()
    .from(moreContacts)
    .where(and(eq(moreContacts.userId, userId), isNull(moreContacts.removedAt)))
    .orderBy(asc(moreContacts.addedAt), asc(moreContacts.id))

/** Returns all contacts that approve recoveries of a user now, by their HMACs. */
export async function countingContacts(
  queries: Pick<Queries, 'select'>,
  user: User,
  nowMs: number,
): Promise<ReadonlyMap<string, MoreContact['kind']>> {
  const own = countingContact(user, nowMs)
  const more = await readMoreContacts(queries, user.userId)
  return new Map([
    ...more.map(({ contactHmac, kind }) => [contactHmac, kind] as const),
    ...(own === null ? [] : [[own, user.evidence === 'social' ? 'social' : 'email'] as const]),
  ])
}

const openAddress = (
  { kms }: Pick<Services, 'kms'>,
  { contactBlob, contactKid, userId: owner }: Pick<User, 'contactBlob' | 'contactKid' | 'userId'>,
): Promise<string | undefined> =>
  contactKid === null || contactBlob === null
    ? Promise.resolve(undefined)
    : openText(kms, { owner, kid: contactKid, blob: contactBlob })

/** Decrypts an address whose link is evidence for this user; undefined for a user who has logins at providers only. */
export async function readAddressThatApproves(
  services: Pick<Services, 'kms' | 'queries'>,
  user: User,
): Promise<string | undefined> {
  if (user.evidence !== 'social') {
    const own = await openAddress(services, user)
    if (own !== undefined) return own
  }
  const more = await readMoreContacts(services.queries, user.userId)
  const email = more.find(({ kind }) => kind === 'email')
  return email && openAddress(services, email)
}

/** Decrypts every address to which notices about a user go. */
export async function readAddresses(
  services: Pick<Services, 'kms' | 'queries'>,
  user: User,
): Promise<string[]> {
  const rows = [user, ...(await readMoreContacts(services.queries, user.userId))]
  const found = await Promise.all(rows.map((row) => openAddress(services, row)))
  return [...new Set(found.filter((email) => email !== undefined))]
}

/** Tells the login server which contacts approve recoveries, for `/security`. */
export async function readContacts(
  { hmacKey, now, queries }: Services,
  { contacts, userId }: BodyOf<typeof vaultReadContacts>,
): Promise<ResponseOf<typeof vaultReadContacts>> {
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  if (!user) return { approves: contacts.map(() => false) }
  const counting = await countingContacts(queries, user, now())
  const isAsserted = user.evidence === 'asserted'
  return {
    approves: contacts.map(
      (contact) => isAsserted || counting.has(hmacOfContact(hmacKey, contact)),
    ),
  }
}
