import type { BodyOf } from '@foyer/protocol'
import { openShareRow, type recoveryRelease, sealRelease } from '@foyer/protocol/custody'
import { HttpError, refuse } from '@foyer/server'
import { eq } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { checkOffered } from '../checkOffered.ts'
import { readAddresses } from '../contacts/moreContacts.ts'
import { shares } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import { createLink } from '../links/createLink.ts'
import type { Services } from '../services.ts'
import { mayBeRestored, readStanding, requireStanding, type Standing } from '../standing.ts'
import { requireAnswer } from './challenge.ts'
import { takeRelease } from './takeRelease.ts'
import { placeOf, type ShareB } from './walletState.ts'

type Body = BodyOf<typeof recoveryRelease>

/**
 * Releases a rec share, encrypted to the key in the request: a prepared one to the device that sent it, the committed one
 * on evidence.
 */
export async function release(
  services: Services,
  body: Body,
  caller: Caller,
): Promise<{ mode: ShareB['mode']; jwe: string }> {
  const { queries } = services
  const { epk, evidence, purpose, setId, wallet } = body
  const isRecovery = purpose === 'recover'
  if (isRecovery) await checkOffered(services, { caller, offered: evidence })
  const outcome = await queries.transaction(async (tx) => {
    const standing = await readStanding(services, tx, caller)
    const row = await findRow(tx, { body, caller, standing })
    requireStanding(standing, isRecovery ? 'evidence' : 'known')
    // Decrypt first, so that an unreadable share is not counted as a release.
    const plaintext = await open(services, row, { body, caller })
    try {
      const isOpen = isRecovery && !(await allow(services, tx, { body, caller, row, standing }))
      if (isOpen) return undefined
      const jwe = await sealRelease({ plaintext, epk, walletId: wallet.walletId, setId })
      return { mode: row.mode, jwe, user: standing.user, accepted: standing.evidence }
    } finally {
      plaintext.fill(0)
    }
  })
  if (outcome === undefined) {
    services.metrics.breaker.inc()
    services.log.error({ alarm: 'breaker' }, 'too many recoveries: all are refused for a while')
    return refuse('releases-exceeded', 'Too many wallets are being restored')
  }
  const { accepted, jwe, mode, user } = outcome
  if (isRecovery) {
    services.metrics.releases.inc({ evidence: accepted ?? 'none' })
    for (const email of await readAddresses(services, user))
      await createLink(services, { kind: 'freeze', email, userId: caller.userId })
  }
  return { mode, jwe }
}

/** Finds the share's row. @throws {@link HttpError} 404 `share-unknown`, also for another user's share */
async function findRow(
  tx: Queries,
  {
    body: { purpose, setId, wallet },
    caller: { jkt, userId },
    standing,
  }: { body: Body; caller: Caller; standing: Standing },
): Promise<ShareB> {
  const [row] = await tx.select().from(shares).where(eq(shares.setId, setId))
  const isMine = row?.userId === userId && row.walletId === wallet.walletId
  const isWanted =
    purpose === 'verify'
      ? row?.jkt === jkt && row.committedAt === null
      : row?.kind === 'recovery' && row.committedAt !== null && mayBeRestored(standing, row)
  return isMine && isWanted ? row : refuse('share-unknown', 'There is no such share')
}

async function open(
  { kms, log }: Services,
  { ct, edk, kid }: ShareB,
  { body: { setId, wallet }, caller: { userId } }: { body: Body; caller: Caller },
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Decrypt with the caller's ids as associated data, not the row's: a moved row then does not open.
    return await openShareRow(kms, {
      place: placeOf(userId, setId, wallet),
      row: { v: 1, alg: 'A256GCM', kid, edk, ct },
    })
  } catch (cause) {
    log.error({ error: cause }, 'a share does not open')
    throw new HttpError(409, 'share-unreadable', 'The share does not belong to this wallet', {
      cause,
    })
  }
}

/**
 * Checks factor and limits, and writes the audit log, before a share is released. @returns false when this call has
 * opened the circuit breaker
 */
async function allow(
  { audit, limits, now, outbox }: Services,
  tx: Queries,
  {
    body: { answer, rid, setId },
    caller: { jkt, userId },
    row: { mode, walletId },
    standing: { evidence },
  }: { body: Body; caller: Caller; row: ShareB; standing: Standing },
): Promise<boolean> {
  const nowMs = now()
  if (mode !== 'auto') await requireAnswer(tx, { userId, jkt, answer, nowMs })
  const isAsserted = evidence === 'asserted'
  const taken = await takeRelease(tx, { rid, userId, isAsserted, limits, nowMs })
  if (taken === 'breaker-opened') {
    await outbox.add(tx, { kind: 'breaker-opened' })
    await audit(tx, { kind: 'breaker-opened' })
    return false
  }
  await outbox.add(tx, { kind: isAsserted ? 'recovered-asserted' : 'recovered', userId, jkt })
  await audit(tx, { kind: 'released', userId, walletId, setId, rid, evidence })
  return true
}
