import type { BodyOf } from '@foyer/protocol'
import { type authRelease, openShareRow, sealRelease } from '@foyer/protocol/custody'
import { HttpError, type Rate, refuse } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import { notifyAll } from '../account/accountEmail.ts'
import { shares } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { placeOf, requireThawed, type ShareA } from './walletState.ts'

type Body = BodyOf<typeof authRelease>

/** One auth share, to the key of the request: only after freeze, purpose, limits and audit. */
export async function release(
  services: Services,
  { epk, purpose, rid, setId, walletId }: Body,
  session: Session,
): Promise<{ jwe: string }> {
  const { audit, kms, log, metrics, now, queries } = services
  const { userId } = session
  const nowMs = now()
  await requireThawed(services, userId)
  const [row] = await queries
    .select()
    .from(shares)
    .where(and(eq(shares.setId, setId), eq(shares.userId, userId), eq(shares.walletId, walletId)))
  if (!row || !mayHave(row, purpose, session))
    return refuse('share-unknown', 'There is no such share')
  // `/export` is never framed: no site's session may export a key.
  if (purpose === 'export' && session.origin !== null)
    throw new HttpError(403, 'action-not-allowed', 'A key is exported on a page of its own')
  if (purpose === 'enrol' || purpose === 'export') requireStepUp(session, nowMs)
  await takeReleaseRates(services, purpose, session)
  const { ct, edk, kid } = row
  const plaintext = await openShareRow(kms, {
    // Bound to the caller: another user's row does not open.
    place: placeOf({ ...row, userId, walletId }),
    row: { v: 1, alg: 'A256GCM', kid, edk, ct },
  }).catch((cause: unknown) => {
    log.error({ error: cause }, 'a share does not open')
    throw new HttpError(409, 'share-unreadable', 'The share does not belong to this wallet', {
      cause,
    })
  })
  try {
    await audit(queries, {
      ...{ kind: 'share-released', purpose, rid, userId, walletId, setId },
      ...{ deviceId: session.deviceId, org: session.origin ?? undefined },
    })
    // A freeze that came in the meantime wins.
    await requireThawed(services, userId)
    if (purpose === 'export') await notifyAll(services, userId, 'exported')
    metrics.releases.inc({ purpose })
    return { jwe: await sealRelease({ plaintext, epk, walletId, setId }) }
  } finally {
    plaintext.fill(0)
  }
}

function mayHave(row: ShareA, purpose: Body['purpose'], { jkt }: Session): boolean {
  // A prepared share is read back by the device that sent it.
  if (purpose === 'verify') return row.jkt === jkt && row.committedAt === null
  if (row.committedAt === null) return false
  return purpose === 'recover' ? row.kind === 'recovery' : row.kind === 'device' && row.jkt === jkt
}

async function takeReleaseRates(
  { limiter, limits, log, metrics }: Services,
  purpose: Body['purpose'],
  { jkt, userId }: Session,
): Promise<void> {
  const take = async (key: string, rate: Rate) => {
    try {
      await limiter.take({ key, ...rate })
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 429) throw error
      metrics.refusals.inc({ purpose })
      throw new HttpError(429, 'releases-exceeded', 'Too many keys were asked for', {
        retryAfterMs: error.retryAfterMs,
      })
    }
  }
  if (purpose !== 'recover') return take(`release:${jkt}`, limits.signsPerMinute)
  await take(`recover:${userId}`, limits.recoveriesPerDay)
  try {
    await take('recover:all', limits.recoveriesPerMinute)
  } catch (error) {
    log.error({ alarm: 'recoveries' }, 'too many recoveries in this deployment')
    throw error
  }
}
