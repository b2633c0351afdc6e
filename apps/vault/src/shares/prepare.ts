import type { BodyOf } from '@foyer/protocol'
import {
  decodeBase64Url,
  parseShare,
  type recoveryPrepare,
  sealShareRow,
  thumbprint,
} from '@foyer/protocol/custody'
import { dayMs, HttpError, refuse } from '@foyer/server'
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { recoveryKeys, shares } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { readStanding } from '../standing.ts'
import { requireAnswer } from './challenge.ts'
import { sealRecord } from './recoveryRecord.ts'
import { requireChange } from './requireChange.ts'
import { placeOf, type ShareB } from './walletState.ts'

type Body = BodyOf<typeof recoveryPrepare>

const invalid = (message: string) => new HttpError(400, 'request-invalid', message)

/**
 * Stores the shares of a change before it is committed. Leaving a user-held recovery mode, replacing its key, or a change by a key
 * that is no device of such a wallet, requires the factor in addition to {@link requireChange}.
 */
export async function prepare(
  services: Services,
  body: Body,
  caller: Caller,
): Promise<{ changeId: string }> {
  const { limits, now, queries } = services
  const { answer, changeId, mode, recoveryKey: record, sets, wallet } = body
  const { jkt, userId } = caller
  const { walletId } = wallet
  const nowMs = now()
  const isOfMode = record?.factors.length === 1 && record.factors[0]?.mode === mode
  if (record && !(isOfMode && record.keyId === (await thumbprint(record.publicKey))))
    throw invalid('The recovery key is not of one factor of this mode, or has another id')
  await queries.transaction(async (tx) => {
    const hasRecovery = sets.some(({ kind }) => kind === 'recovery')
    const standing = await readStanding(services, tx, caller)
    const { newest } = await requireChange(tx, { standing, hasRecovery, wallet })
    // The commit does not ask again: it fails once the recovery set is another one, and a revoked device's change is deleted.
    const needsAnswer = record || mode !== newest?.mode || !standing.isDevice
    if (newest && newest.mode !== 'auto' && needsAnswer)
      await requireAnswer(tx, { userId, jkt, answer, nowMs })
    if (mode !== 'auto' && !record && newest?.mode !== mode)
      throw invalid('This mode needs a recovery key')
    const [sent] = await tx.select().from(shares).where(eq(shares.changeId, changeId)).limit(1)
    // A retry of a call whose answer was lost.
    if (sent && sent.userId === userId && sent.jkt === jkt) return
    if (sent) return refuse('change-conflict', 'This change is another one')
    await tx
      .delete(shares)
      .where(
        and(
          eq(shares.userId, userId),
          isNull(shares.committedAt),
          lte(shares.createdAt, nowMs - dayMs),
        ),
      )
    // Sets that another browser only prepared leave room for this one's.
    const counted = or(isNotNull(shares.committedAt), eq(shares.jkt, jkt))
    if ((await tx.$count(shares, and(eq(shares.userId, userId), counted))) >= limits.setsOfUser)
      return refuse('releases-exceeded', 'There are too many sets of this wallet')
    const rows = await sealSets(services, body, caller)
    const baseSetId = newest?.setId ?? null
    const added = await tx
      .insert(shares)
      .values(rows.map((row) => ({ ...row, baseSetId })))
      .onConflictDoNothing()
      .returning()
    if (added.length < rows.length) refuse('change-conflict', 'A set with this id is there already')
    if (record === undefined) return
    await tx.insert(recoveryKeys).values({
      ...{ changeId, userId, walletId, jkt, mode },
      epoch: record.epoch,
      ...(await sealRecord(services, { changeId, walletId, record })),
      createdAt: nowMs,
    })
  })
  return { changeId }
}

/** Encrypts the share sets of a change. Each share must contain the ids under which it is stored. */
function sealSets(
  { kms, now }: Services,
  { changeId, mode, sets, wallet }: Body,
  { jkt, userId }: Caller,
): Promise<Omit<ShareB, 'baseSetId' | 'committedAt'>[]> {
  const { epoch, evm, sol, walletId } = wallet
  return Promise.all(
    sets.map(async ({ kind, setId, share }) => {
      const plaintext = decodeBase64Url(share)
      try {
        // A share sealed to the user's key is opaque to the vault.
        const said = mode === 'auto' ? parseShare(plaintext) : undefined
        if (
          said &&
          (said.role !== 'rec' ||
            said.setId !== setId ||
            said.walletId !== walletId ||
            said.epoch !== epoch)
        )
          throw invalid('A share says that it belongs elsewhere')
        const { kid, edk, ct } = await sealShareRow(kms, {
          place: placeOf(userId, setId, wallet),
          plaintext,
        })
        return {
          ...{ setId, userId, walletId, kind, jkt, mode },
          ...{ epoch, evm, sol, kid, edk, ct, changeId },
          createdAt: now(),
        }
      } finally {
        plaintext.fill(0)
      }
    }),
  )
}
