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

/** @throws HttpError 401 `unauthorized` */
export async function readUser({ queries }: Services, userId: string): Promise<User> {
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
  const email = await findAddress(queries, userId)
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
