import { HttpError, type PageLanguage } from '@foyer/server'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { identities, loginUndos, undos } from '../database/schema.ts'
import { emailHmacs } from '../hashes.ts'
import { type MailKind, mailOf } from '../mail/mails.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'

export type Identity = typeof identities.$inferSelect

/** The address by which a user logs in. */
export async function findEmail(
  queries: Pick<Queries, 'select'>,
  userId: string,
): Promise<Identity | undefined> {
  const [row] = await queries
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'email')))
  return row
}

const withAddress = (userId: string) =>
  and(
    eq(identities.userId, userId),
    or(eq(identities.provider, 'email'), isNotNull(identities.emailHmac)),
  )

/**
 * The address that proves a user by a code: by which they log in, or which a provider vouches for. One of a login that is held proves
 * nothing.
 */
export async function findAddress(
  { now, queries }: Pick<Services, 'now' | 'queries'>,
  userId: string,
): Promise<Identity | undefined> {
  const [row] = await queries
    .select()
    .from(identities)
    .where(
      and(withAddress(userId), or(isNull(identities.heldUntil), lte(identities.heldUntil, now()))),
    )
    .orderBy(desc(eq(identities.provider, 'email')), asc(identities.createdAt))
    .limit(1)
  return row
}

/** The same in clear. @throws HttpError 403 `action-not-allowed` for a user without one */
export async function readEmail(services: Services, userId: string): Promise<string> {
  const row = await findAddress(services, userId)
  if (row) return openEmail(services.kms, userId, row)
  throw new HttpError(403, 'action-not-allowed', 'This account has no e-mail address')
}

/** Every address to which notices about an account go: the same kinds as {@link findAddress}'s, and those of held logins. */
export async function readAddresses(
  { kms, queries }: Pick<Services, 'kms' | 'queries'>,
  userId: string,
): Promise<string[]> {
  const rows = await queries.select().from(identities).where(withAddress(userId))
  return [...new Set(await Promise.all(rows.map((row) => openEmail(kms, userId, row))))]
}

/** Tells whether an address was replaced in an account, or removed from it, and can still be restored. */
export async function isReplaced(
  services: Pick<Services, 'hmacKeys' | 'now'>,
  queries: Pick<Queries, 'select'>,
  { email, exceptOf = '' }: { email: string; exceptOf?: string },
): Promise<boolean> {
  const [found] = await queries
    .select({ userId: undos.userId })
    .from(undos)
    .where(
      and(
        inArray(undos.subject, emailHmacs(services, email)),
        gt(undos.expiresAt, services.now()),
        ne(undos.userId, exceptOf),
      ),
    )
    .limit(1)
  if (found) return true
  const [removed] = await queries
    .select({ userId: loginUndos.userId })
    .from(loginUndos)
    .where(
      and(
        eq(loginUndos.change, 'removed'),
        eq(loginUndos.provider, 'email'),
        inArray(loginUndos.subject, emailHmacs(services, email)),
        gt(loginUndos.expiresAt, services.now()),
        ne(loginUndos.userId, exceptOf),
      ),
    )
    .limit(1)
  return removed !== undefined
}

/** Tells whether an address belongs to another user, or may be restored to one. */
export async function isTaken(
  services: Pick<Services, 'hmacKeys' | 'now'>,
  queries: Pick<Queries, 'select'>,
  { email, userId }: { email: string; userId: string },
): Promise<boolean> {
  const [taken] = await queries
    .select({ id: identities.id })
    .from(identities)
    .where(
      and(
        eq(identities.provider, 'email'),
        inArray(identities.subject, emailHmacs(services, email)),
        ne(identities.userId, userId),
      ),
    )
  return taken !== undefined || isReplaced(services, queries, { email, exceptOf: userId })
}

/** Notifies a user at every address of the account: a thief may read one of the mailboxes. */
export async function notifyAll(
  services: Pick<Services, 'kms' | 'loginOrigin' | 'mailer' | 'queries'>,
  userId: string,
  kind: MailKind,
  {
    also = [],
    language,
  }: {
    /** More addresses, which the account may not have yet. @default none */
    also?: readonly string[]
    /** Of the page that asked. @default 'en' */
    language?: PageLanguage | null | undefined
  } = {},
): Promise<void> {
  for (const to of new Set([...(await readAddresses(services, userId)), ...also]))
    services.mailer.send(mailOf(kind, to, services.loginOrigin, language))
}
