import { HttpError, refuse } from '@foyer/server'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { devices, sessions, spentTokens } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** @source security 2.7 */
export const idleLifeMs = 7 * 86_400_000
export const absoluteLifeMs = 30 * 86_400_000

export type Session = typeof sessions.$inferSelect

const alive = (nowMs: number) =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.idleUntil, nowMs),
    gt(sessions.absoluteUntil, nowMs),
    isNull(devices.revokedAt),
  )

/** The live session of the device that proved itself; undefined when no user is logged in there. */
export async function findSession(
  { now, queries }: Pick<Services, 'now' | 'queries'>,
  jkt: string,
): Promise<Session | undefined> {
  const [row] = await queries
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(devices, eq(devices.deviceId, sessions.deviceId))
    .where(and(eq(sessions.jkt, jkt), alive(now())))
    .limit(1)
  return row?.session
}

/** @throws HttpError 401 `unauthorized` */
export async function requireSession(
  services: Pick<Services, 'now' | 'queries'>,
  jkt: string,
): Promise<Session> {
  const session = await findSession(services, jkt)
  if (session) return session
  throw new HttpError(401, 'unauthorized', 'Nobody is logged in on this device')
}

/**
 * The session that an access token names, unless it has ended.
 * @throws HttpError 401 `token-invalid`; 403 `device-revoked`
 */
export async function requireTokenSession(
  { now, queries }: Pick<Services, 'now' | 'queries'>,
  { jkt, sid, userId }: { sid: string; userId: string; jkt: string },
): Promise<Session> {
  const [row] = await queries
    .select({ session: sessions, revokedAt: devices.revokedAt })
    .from(sessions)
    .innerJoin(devices, eq(devices.deviceId, sessions.deviceId))
    .where(and(eq(sessions.sid, sid), eq(sessions.userId, userId), eq(sessions.jkt, jkt)))
  if (row && row.revokedAt !== null) return refuse('device-revoked', 'This device was ended')
  const nowMs = now()
  if (row?.session.revokedAt !== null || row.session.absoluteUntil <= nowMs)
    return refuse('token-invalid', 'The session is over')
  return row.session
}

/** Ends sessions at once: their access tokens are refused from the next call on. @returns how many were alive */
export async function revokeSessions(
  { audit, now }: Pick<Services, 'audit' | 'now'>,
  tx: Queries,
  {
    reason,
    ...which
  }: { reason: string } & (
    | { userId: string }
    | { deviceId: string }
    | { sids: string[]; jkt: string }
  ),
): Promise<number> {
  const whose =
    'userId' in which
      ? eq(sessions.userId, which.userId)
      : 'deviceId' in which
        ? eq(sessions.deviceId, which.deviceId)
        : and(inArray(sessions.sid, which.sids), eq(sessions.jkt, which.jkt))
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now(), spentAnswer: null })
    .where(and(whose, isNull(sessions.revokedAt)))
    .returning({ sid: sessions.sid, userId: sessions.userId })
  if (ended.length === 0) return 0
  await tx.delete(spentTokens).where(
    inArray(
      spentTokens.sid,
      ended.map(({ sid }) => sid),
    ),
  )
  for (const { sid, userId } of ended)
    await audit(tx, { kind: 'session-revoked', sid, userId, reason })
  return ended.length
}

/**
 * Requires, in the transaction of a change, that its session has not ended since the call began, as an undo ends it; until the
 * transaction is over nothing ends it. Call it after `lockUser`, as whatever ends sessions under that lock does.
 * @throws HttpError 401 `unauthorized`
 */
export async function requireOpen(
  tx: Pick<Queries, 'select'>,
  { sid }: Pick<Session, 'sid'>,
): Promise<void> {
  const [open] = await tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.sid, sid), isNull(sessions.revokedAt)))
    .for('share')
  if (!open) throw new HttpError(401, 'unauthorized', 'The session is over')
}

/** Requires a recent proof of the user. @throws HttpError 403 `step-up-required` */
export function requireStepUp({ steppedUpUntil }: Session, nowMs: number): void {
  if (steppedUpUntil === null || steppedUpUntil <= nowMs)
    refuse('step-up-required', 'A fresh code comes first')
}
