import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { postToken } from '@foyer/protocol/custody'
import { refuse, sha256 } from '@foyer/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { devices, sessions, spentTokens, tickets } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { accessLifeMs } from './accessTokens.ts'
import { newRefreshToken, openAnswer, sealAnswer, tokenHash } from './refreshTokens.ts'
import { absoluteLifeMs, idleLifeMs, revokeSessions, type Session } from './sessions.ts'

type Body = BodyOf<typeof postToken>
type Answer = ResponseOf<typeof postToken>

/** Time in which a lost answer can be requested again, in ms. @source security 2.7 */
const replayMs = 10_000

const invalid = () => refuse('token-invalid', 'This is not good any more')

/** Tokens for a device, from a ticket or from its refresh token. */
export const token = (services: Services, body: Body, caller: Caller): Promise<Answer> =>
  body.grant === 'login'
    ? redeemTicket(services, body.ticket, caller)
    : refresh(services, body.refreshToken, caller)

async function answerOf(
  { tokens }: Services,
  session: Session,
  refreshToken: string,
): Promise<Answer> {
  const { absoluteUntil, amr, sid, userId } = session
  return {
    accessToken: await tokens.sign({ ...session, amr: amr.split(' ') }),
    expiresIn: accessLifeMs / 1000,
    refreshToken,
    sid,
    userId,
    absExp: absoluteUntil,
  }
}

async function redeemTicket(services: Services, ticket: string, { jkt }: Caller): Promise<Answer> {
  const { audit, now, queries } = services
  const nowMs = now()
  const refreshToken = newRefreshToken()
  const session = await queries.transaction(async (tx) => {
    // Deleted on use: a second use, or another device, finds nothing.
    const [found] = await tx
      .delete(tickets)
      .where(
        and(
          eq(tickets.ticketHash, sha256(ticket)),
          eq(tickets.jkt, jkt),
          gt(tickets.expiresAt, nowMs),
        ),
      )
      .returning()
    if (!found) return invalid()
    const { amr, authAt, deviceId, origin, projectId, userId } = found
    const isLive = and(eq(devices.deviceId, deviceId), isNull(devices.revokedAt))
    if ((await tx.select().from(devices).where(isLive)).length === 0) return invalid()
    // One login per device: another user in this browser ends the previous login.
    const before = await tx
      .select({ sid: sessions.sid })
      .from(sessions)
      .where(and(eq(sessions.jkt, jkt), isNull(sessions.revokedAt)))
    if (before.length > 0)
      await revokeSessions(services, tx, {
        sids: before.map(({ sid }) => sid),
        jkt,
        reason: 'login',
      })
    const [made] = await tx
      .insert(sessions)
      .values({
        sid: randomUUID(),
        userId,
        deviceId,
        jkt,
        projectId,
        origin,
        amr,
        authAt,
        tokenHash: tokenHash(refreshToken),
        idleUntil: nowMs + idleLifeMs,
        absoluteUntil: nowMs + absoluteLifeMs,
      })
      .returning()
    await audit(tx, {
      kind: 'login',
      userId,
      deviceId,
      sid: made!.sid,
      org: origin ?? undefined,
      amr,
    })
    return made!
  })
  void services.vaultTeller.tell()
  return answerOf(services, session, refreshToken)
}

async function refresh(services: Services, given: string, caller: Caller): Promise<Answer> {
  const { now, queries } = services
  const nowMs = now()
  const hash = tokenHash(given)
  const refreshToken = newRefreshToken()
  const rotated = await queries.transaction(async (tx) => {
    const [session] = await tx
      .update(sessions)
      .set({
        tokenHash: tokenHash(refreshToken),
        spentHash: hash,
        spentAt: nowMs,
        spentAnswer: sealAnswer(given, refreshToken),
        idleUntil: nowMs + idleLifeMs,
      })
      .where(
        and(
          eq(sessions.tokenHash, hash),
          eq(sessions.jkt, caller.jkt),
          isNull(sessions.revokedAt),
          gt(sessions.idleUntil, nowMs),
          gt(sessions.absoluteUntil, nowMs),
        ),
      )
      .returning()
    if (!session) return undefined
    const [device] = await tx
      .update(devices)
      .set({ lastSeenAt: nowMs })
      .where(and(eq(devices.deviceId, session.deviceId), isNull(devices.revokedAt)))
      .returning({ deviceId: devices.deviceId })
    if (!device) return refuse('device-revoked', 'This device was ended')
    await tx
      .insert(spentTokens)
      .values({ tokenHash: hash, sid: session.sid, until: session.absoluteUntil })
    return session
  })
  return rotated ? answerOf(services, rotated, refreshToken) : replay(services, given, caller)
}

/**
 * A used token: repeats the lost answer within ten seconds; later it means that the token was copied, and its family
 * ends.
 */
async function replay(services: Services, given: string, { jkt }: Caller): Promise<Answer> {
  const { log, metrics, now, queries } = services
  const nowMs = now()
  const hash = tokenHash(given)
  const [again] = await queries
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.spentHash, hash),
        eq(sessions.jkt, jkt),
        isNull(sessions.revokedAt),
        gt(sessions.absoluteUntil, nowMs),
        gt(sessions.spentAt, nowMs - replayMs),
      ),
    )
  if (again?.spentAnswer) {
    const answer = again.spentAnswer
    const taken = await queries
      .update(sessions)
      .set({ spentAnswer: null })
      .where(and(eq(sessions.sid, again.sid), eq(sessions.spentAnswer, answer)))
      .returning({ sid: sessions.sid })
    if (taken.length === 1) return answerOf(services, again, openAnswer(given, answer))
  }
  const [spent] = await queries.select().from(spentTokens).where(eq(spentTokens.tokenHash, hash))
  const [owner] =
    spent === undefined
      ? []
      : await queries.select().from(sessions).where(eq(sessions.sid, spent.sid))
  // A token that is shown a second time was leaked.
  if (owner) {
    await queries.transaction((tx) =>
      revokeSessions(services, tx, {
        sids: [owner.sid],
        jkt: owner.jkt,
        reason: 'token-reused',
      }),
    )
    void services.vaultTeller.tell()
    metrics.reuses.inc()
    log.warn({ alarm: 'token-reused' }, 'a refresh token was used twice')
  }
  return invalid()
}

/** Ends sessions of this device; unknown ones answer the same. */
export async function revoke(
  services: Services,
  { sids }: { sids: string[] },
  { jkt }: Caller,
): Promise<{ revoked: true }> {
  await services.queries.transaction((tx) =>
    revokeSessions(services, tx, { sids, jkt, reason: 'signed-out' }),
  )
  // A sign-out waits for no other server.
  void services.vaultTeller.tell()
  return { revoked: true }
}
