import {
  type BodyOf,
  decodeBase64Url,
  parseShare,
  type recoveryPrepare,
  sealShareRow,
  thumbprint,
} from '@foyer/protocol'
import { HttpError, refuse } from '@foyer/server'
import { and, count, eq, isNull, lte } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { recordOwner, sealText } from '../contacts/contact.ts'
import { readUser } from '../contacts/readUser.ts'
import { recoveryKeys, shares } from '../database/schema.ts'
import { requireKnownDevice } from '../evidence.ts'
import type { Services } from '../services.ts'
import { requireAnswer } from './challenge.ts'
import { newestRecoverySet, placeOf } from './walletState.ts'

const dayMs = 86_400_000
/** More than a person has browsers; what a script would fill is bounded. */
const maxSetsPerUser = 500

const invalid = (message: string) => new HttpError(400, 'request-invalid', message)

/**
 * Stores shares of a change that is not in force. Changing a wallet takes a device that has a set of it, or evidence;
 * leaving a user-held mode, or replacing its key, takes the factor.
 */
export async function prepare(
  services: Services,
  body: BodyOf<typeof recoveryPrepare>,
  caller: Caller,
): Promise<{ changeId: string }> {
  const { kms, now, queries } = services
  const { answer, changeId, mode, recoveryKey: record, sets, wallet } = body
  const { jkt, userId } = caller
  const { walletId } = wallet
  const nowMs = now()
  const user = await readUser(queries, { userId, nowMs })
  if (record && (record.mode !== mode || record.keyId !== (await thumbprint(record.publicKey))))
    throw invalid('The recovery key is not of this mode, or has another id')
  const live = await newestRecoverySet(queries, walletId)
  if (live) {
    if (live.userId !== userId || live.evm !== wallet.evm || live.sol !== wallet.sol)
      return refuse('change-conflict', 'This wallet is another one')
    await requireKnownDevice(services, { walletId, user, caller, offered: undefined })
    if (live.mode !== 'auto' && (record || mode !== live.mode))
      await requireAnswer(services, { walletId, jkt, answer })
  }
  if (mode !== 'auto' && !record && live?.mode !== mode)
    throw invalid('This mode needs a recovery key')

  const rows = await Promise.all(
    sets.map(async ({ kind, setId, share }) => {
      const plaintext = decodeBase64Url(share)
      try {
        // Sealed to the user's key it says nothing to the vault.
        const said = mode === 'auto' ? parseShare(plaintext) : undefined
        if (
          said &&
          (said.role !== 'rec' ||
            said.setId !== setId ||
            said.walletId !== walletId ||
            said.epoch !== wallet.epoch)
        )
          throw invalid('A share says that it belongs elsewhere')
        const { kid, edk, ct } = await sealShareRow(kms, {
          place: placeOf(userId, setId, wallet),
          plaintext,
        })
        const { epoch, evm, sol } = wallet
        return {
          setId,
          userId,
          walletId,
          kind,
          jkt,
          mode,
          epoch,
          evm,
          sol,
          kid,
          edk,
          ct,
          changeId,
          createdAt: nowMs,
        }
      } finally {
        plaintext.fill(0)
      }
    }),
  )
  const sealed =
    record &&
    (await sealText(kms, { owner: recordOwner(walletId, changeId), text: JSON.stringify(record) }))
  await queries.transaction(async (tx) => {
    const [sent] = await tx.select().from(shares).where(eq(shares.changeId, changeId)).limit(1)
    // The answer to the first time was lost.
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
    const [all] = await tx.select({ n: count() }).from(shares).where(eq(shares.userId, userId))
    if ((all?.n ?? 0) >= maxSetsPerUser)
      return refuse('releases-exceeded', 'There are too many sets of this wallet')
    const added = await tx.insert(shares).values(rows).onConflictDoNothing().returning()
    if (added.length < rows.length) refuse('change-conflict', 'A set with this id is there already')
    if (record && sealed)
      await tx.insert(recoveryKeys).values({
        changeId,
        userId,
        walletId,
        jkt,
        mode,
        epoch: record.epoch,
        ...sealed,
        createdAt: nowMs,
      })
  })
  return { changeId }
}
