import { type BodyOf, openShareRow, type recoveryRelease, sealRelease } from '@foyer/protocol'
import { HttpError, refuse } from '@foyer/server'
import { eq } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { readUser, type User } from '../contacts/readUser.ts'
import { readAddress } from '../contacts/userLinks.ts'
import { shares } from '../database/schema.ts'
import { requireEvidence } from '../evidence.ts'
import { takeRelease } from '../limits/takeRelease.ts'
import { createLink } from '../links/createLink.ts'
import type { Services } from '../services.ts'
import { requireAnswer } from './challenge.ts'
import { placeOf, type ShareB } from './walletState.ts'

type Body = BodyOf<typeof recoveryRelease>

/** One rec share, to the key of the request. */
export async function release(
  services: Services,
  body: Body,
  caller: Caller,
): Promise<{ mode: ShareB['mode']; jwe: string }> {
  const { kms, now, queries } = services
  const { epk, purpose, setId, wallet } = body
  const { userId } = caller
  const { walletId } = wallet
  const user = await readUser(queries, { userId, nowMs: now() })
  const [row] = await queries.select().from(shares).where(eq(shares.setId, setId))
  if (row?.userId !== userId || row.walletId !== walletId)
    return refuse('share-unknown', 'There is no such share')
  const plaintext = await open(services, row, body, caller)
  try {
    if (purpose === 'recover') await allow(services, body, { caller, user, row })
    return { mode: row.mode, jwe: await sealRelease({ plaintext, epk, walletId, setId }) }
  } finally {
    plaintext.fill(0)
  }

  async function open(services: Services, row: ShareB, { purpose }: Body, { jkt }: Caller) {
    const isOwn =
      purpose === 'verify'
        ? row.jkt === jkt && row.committedAt === null
        : row.kind === 'recovery' && row.committedAt !== null
    if (!isOwn) return refuse('share-unknown', 'There is no such share')
    const { kid, edk, ct } = row
    try {
      // By what the caller says, not by what the row says: a row that was moved, or another wallet, does not open.
      return await openShareRow(kms, {
        place: placeOf(userId, setId, wallet),
        row: { v: 1, alg: 'A256GCM', kid, edk, ct },
      })
    } catch (cause) {
      services.log.error({ error: cause }, 'a share does not open')
      throw new HttpError(409, 'share-unreadable', 'The share does not belong to this wallet', {
        cause,
      })
    }
  }
}

/** Evidence, factor, limits, audit: only after all of them a share leaves. */
async function allow(
  services: Services,
  body: Body,
  { caller, row, user }: { caller: Caller; row: ShareB; user: User },
): Promise<void> {
  const { audit, limits, log, metrics, now, outbox, queries } = services
  const { answer, evidence: offered, rid, setId } = body
  const { jkt, userId } = caller
  const { walletId } = row
  const accepted = await requireEvidence(services, { user, caller, offered })
  if (row.mode !== 'auto') await requireAnswer(services, { walletId, jkt, answer })
  const isAsserted = accepted === 'asserted'
  const outcome = await queries.transaction(async (tx) => {
    const taken = await takeRelease(tx, { rid, userId, isAsserted, limits, nowMs: now() })
    if (taken === 'taken') {
      // A freeze that came in the meantime wins.
      await readUser(tx, { userId, nowMs: now() })
      await outbox.add(tx, { kind: isAsserted ? 'recovered-asserted' : 'recovered', userId, jkt })
      await audit(tx, { kind: 'released', userId, walletId, setId, rid, evidence: accepted })
    } else {
      await outbox.add(tx, { kind: 'breaker-opened' })
      await audit(tx, { kind: 'breaker-opened' })
    }
    return taken
  })
  if (outcome === 'breaker-opened') {
    metrics.breaker.inc()
    log.error({ alarm: 'breaker' }, 'too many recoveries: all are refused for a while')
    return refuse('releases-exceeded', 'Too many wallets are being restored')
  }
  metrics.releases.inc({ evidence: accepted })
  const email = await readAddress(services, user)
  if (email !== undefined) await createLink(services, { kind: 'freeze', email, userId })
}
