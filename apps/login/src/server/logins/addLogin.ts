import { randomUUID } from 'node:crypto'
import { refuse, sha256 } from '@foyer/server'
import { and, count, eq, sql } from 'drizzle-orm'
import { isReplaced, readAddresses } from '../account/accountEmail.ts'
import { isWaking, lockUser, readUser, wakeHoldMs } from '../account/readAccount.ts'
import { undoLifeMs } from '../account/undoLife.ts'
import type { Queries } from '../database/database.ts'
import { identities, loginUndos } from '../database/schema.ts'
import { emailHmac, emailHmacs, hmacKeyId } from '../hashes.ts'
import { mailOf } from '../mail/mails.ts'
import { refuseKeyAccount } from '../passkeys/refuseKeyAccount.ts'
import { randomText, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { findOther } from '../social/findOther.ts'
import { requireOpen, type Session } from '../tokens/sessions.ts'
import { findLogin, findRemovedLogin, type LoginName } from './findLogin.ts'

/** A login that its user has proved. */
export type NewLogin = LoginName & {
  email: string | undefined
  /** The address itself was proved, or the provider vouches for it. */
  isEmailTrusted: boolean
  userName: string | undefined
}

type Added =
  | { action: 'LINKED'; id: string }
  | { action: 'REFUSED'; reason: 'taken' }
  | { action: 'EXISTS'; by: string; email: string }

/**
 * Adds a proved login to the account of a session that has stepped up. All addresses of the account get a notice, by which the
 * change can be taken back for 72 hours.
 * @throws HttpError 401 `unauthorized` when the session has ended meanwhile; 403 `action-not-allowed` for a wallet that passkeys alone hold; 409 `change-conflict` for too many logins, or a
 *   second address
 * @source security 2.14
 */
export async function addLogin(
  services: Services,
  session: Pick<Session, 'sid' | 'userId'>,
  login: NewLogin,
): Promise<Added> {
  const { userId } = session
  const { kms, limits, loginOrigin, mailer, now, queries } = services
  const { email, isEmailTrusted, provider, subjects, userName } = login
  const addresses = await readAddresses(services, userId)
  const token = randomText(32)
  const added = await queries.transaction<Added & { isHeld?: boolean }>(async (tx) => {
    await lockAddress(services, tx, login)
    await lockUser(tx, userId)
    await requireOpen(tx, session)
    await refuseKeyAccount({ queries: tx }, userId)
    const known = await findLogin(tx, login)
    if (known?.userId === userId) return { action: 'LINKED', id: known.id }
    const removed = await findRemovedLogin(services, tx, login)
    const isReserved =
      provider === 'email' &&
      (await isReplaced(services, tx, { email: email ?? '', exceptOf: userId }))
    if (known || isReserved || (removed && removed.userId !== userId))
      return { action: 'REFUSED', reason: 'taken' }
    const other =
      provider === 'email'
        ? undefined
        : await findOther(services, tx, { email, isEmailTrusted, exceptOf: userId })
    if (other) return { action: 'EXISTS', by: other.provider, email: email ?? '' }
    const [own] = await tx
      .select({ all: count(), emails: count(sql`case when provider = 'email' then 1 end`) })
      .from(identities)
      .where(eq(identities.userId, userId))
    if ((own?.all ?? 0) >= limits.loginsOfUser)
      return refuse('change-conflict', 'This account has too many logins: remove one')
    if (provider === 'email' && (own?.emails ?? 0) > 0)
      return refuse('change-conflict', 'This account has an address: change it instead')
    const nowMs = now()
    const isHeld = isWaking(await readUser({ queries: tx }, userId), nowMs)
    const isSocial = provider !== 'email'
    const made = await insertLogin(services, tx, {
      ...{ userId, provider, subject: subjects[0] ?? '', nowMs, token },
      emailHmac:
        isSocial && isEmailTrusted && email !== undefined ? emailHmac(services, email) : null,
      subjectKey: hmacKeyId(services.hmacKey),
      ...(await sealEmail(kms, userId, email ?? '')),
      userName: userName ?? null,
      heldUntil: isHeld ? nowMs + wakeHoldMs : null,
    })
    // Another account took it at the same moment.
    if (made === undefined) return { action: 'REFUSED', reason: 'taken' }
    return { action: 'LINKED', id: made, isHeld }
  })
  if (added.action !== 'LINKED' || added.isHeld === undefined) return added
  const kind = added.isHeld ? 'login-added-held' : 'login-added'
  for (const to of addresses) mailer.send(mailOf(kind, to, `${loginOrigin}/undo#t=${token}`))
  return { action: 'LINKED', id: added.id }
}

/** Logins with one address, by any two providers, come one after the other. */
async function lockAddress(
  services: Pick<Services, 'hmacKeys'>,
  tx: Queries,
  { email, provider, subjects }: NewLogin,
): Promise<void> {
  const key =
    email === undefined
      ? `${provider}:${subjects[0]}`
      : (emailHmacs(services, email).sort()[0] ?? '')
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Inserts a login with its undo. @returns its id; undefined if it belongs to an account already */
async function insertLogin(
  { audit }: Pick<Services, 'audit'>,
  tx: Queries,
  {
    nowMs,
    token,
    ...identity
  }: Omit<typeof identities.$inferInsert, 'createdAt' | 'id' | 'subjectKey'> & {
    subjectKey: string
    nowMs: number
    /** Of the undo. */
    token: string
  },
): Promise<string | undefined> {
  const { provider, subject, userId } = identity
  const row = { ...identity, id: randomUUID(), createdAt: nowMs }
  const [made] = await tx.insert(identities).values(row).onConflictDoNothing().returning()
  if (!made) return undefined
  // It is back: its removal can not be taken back any more.
  await tx
    .delete(loginUndos)
    .where(
      and(
        eq(loginUndos.userId, userId),
        eq(loginUndos.change, 'removed'),
        eq(loginUndos.provider, provider),
        eq(loginUndos.subject, subject),
      ),
    )
  await tx.insert(loginUndos).values({
    ...{ ...row, tokenHash: sha256(token), change: 'added' },
    ...{ changedAt: nowMs, expiresAt: nowMs + undoLifeMs },
  })
  await audit(tx, { kind: 'login-added', userId, provider })
  return row.id
}
