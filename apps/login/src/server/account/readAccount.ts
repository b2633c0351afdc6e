import type { AccountFacts } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { devices, identities, users } from '../database/schema.ts'
import { canProve } from '../logins/canProve.ts'
import { readFactors } from '../passkeys/readFactors.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { findAddress } from './accountEmail.ts'
import { hasSmartAccounts } from './preferAccount.ts'

export type User = typeof users.$inferSelect

/** A freeze ends 24 hours after its end was approved. */
export const isFrozen = (
  { frozenAt, unfreezeAt }: Pick<User, 'frozenAt' | 'unfreezeAt'>,
  nowMs: number,
) => frozenAt !== null && (unfreezeAt === null || unfreezeAt > nowMs)

/** So long after an account woke from a year its changes are held, in ms. @source security 2.14 rule 5 */
export const wakeHoldMs = 259_200_000

/** Tells whether an account was idle for a year until a short time ago: its address may have been sold with its domain. */
export const isWaking = ({ awokeAt }: Pick<User, 'awokeAt'>, nowMs: number): boolean =>
  awokeAt !== null && awokeAt > nowMs - wakeHoldMs

/** @throws HttpError 401 `unauthorized` */
export async function readUser(
  { queries }: { queries: Pick<Queries, 'select'> },
  userId: string,
): Promise<User> {
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  if (user) return user
  throw new HttpError(401, 'unauthorized', 'There is no such user')
}

/** Serializes the transactions about this user. */
export async function lockUser(tx: Pick<Queries, 'select'>, userId: string): Promise<void> {
  await tx
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.userId, userId))
    .for('update')
}

/** Reads the account for `/security`. */
export async function readAccount(
  services: Services,
  { deviceId, steppedUpUntil, userId }: Session,
): Promise<AccountFacts> {
  const { kms, networks, now, queries } = services
  const user = await readUser(services, userId)
  const email = await findAddress(services, userId)
  const factors = await readFactors(queries, userId)
  const logins = await queries
    .select({ provider: identities.provider, userName: identities.userName })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt))
  const rows = await queries
    .select()
    .from(devices)
    .where(and(eq(devices.userId, userId), isNull(devices.revokedAt)))
    .orderBy(desc(devices.lastSeenAt))
  return {
    userId,
    email: email ? await openEmail(kms, userId, email) : null,
    logins: logins.map((login) => ({
      ...login,
      ...(!canProve(services, login.provider) && { canProve: false }),
    })),
    preferredAccountType: hasSmartAccounts(networks) ? user.preferredAccountType : 'eoa',
    recoveryMode: user.recoveryMode,
    frozenAt: isFrozen(user, now()) ? user.frozenAt : null,
    steppedUpUntil: steppedUpUntil !== null && steppedUpUntil > now() ? steppedUpUntil : null,
    ...(factors && { factors }),
    devices: rows.map((row) => ({
      deviceId: row.deviceId,
      origin: row.origin,
      browser: row.browser,
      approvedAt: row.approvedAt,
      lastSeenAt: row.lastSeenAt,
      isThis: row.deviceId === deviceId,
    })),
  }
}
