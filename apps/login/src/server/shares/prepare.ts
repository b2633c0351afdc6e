import type { BodyOf } from '@foyer/protocol'
import {
  type authPrepare,
  decodeBase64Url,
  parseShare,
  sealShareRow,
} from '@foyer/protocol/custody'
import { dayMs, HttpError, refuse } from '@foyer/server'
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { changes, shares } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { findWallet, placeOf, requireThawed } from './walletState.ts'

/** Stores the auth shares of a change before it is committed. Idempotent. */
export async function prepare(
  services: Services,
  body: BodyOf<typeof authPrepare>,
  session: Session,
): Promise<{ changeId: string }> {
  const { kms, limits, now, queries } = services
  const { baseEpoch, changeId, mode, sets, wallet } = body
  const { jkt, userId } = session
  const { epoch, evm, fp, sol, walletId } = wallet
  const nowMs = now()
  await requireThawed(services, userId)
  const own = and(eq(changes.changeId, changeId), eq(changes.userId, userId), eq(changes.jkt, jkt))
  const [sent] = await queries.select().from(changes).where(own)
  // The answer to the first time was lost.
  if (sent) return { changeId }
  const live = await findWallet(queries, userId)
  const isOther =
    live && (live.walletId !== walletId || live.evm !== evm || live.sol !== sol || live.fp !== fp)
  if (isOther || (live?.epoch ?? 0) !== baseEpoch)
    return refuse('change-conflict', 'The wallet is another one, or has changed')
  const hasRecovery = sets.some(({ kind }) => kind === 'recovery')
  if (epoch !== baseEpoch + (hasRecovery ? 1 : 0) || (!live && sets.length < 2))
    throw new HttpError(400, 'request-invalid', 'The epoch or the sets are not those of a change')
  if (live && live.mode !== mode) {
    if (!hasRecovery)
      throw new HttpError(400, 'request-invalid', 'Another mode needs a new recovery set')
    requireStepUp(session, nowMs)
  }
  const rows = await Promise.all(
    sets.map(async ({ kind, setId, share }) => {
      const plaintext = decodeBase64Url(share)
      try {
        const said = parseShare(plaintext)
        if (
          said.role !== 'auth' ||
          said.setId !== setId ||
          said.walletId !== walletId ||
          said.epoch !== epoch
        )
          throw new HttpError(400, 'request-invalid', 'A share says that it belongs elsewhere')
        const row = { setId, userId, walletId, epoch }
        const { ct, edk, kid } = await sealShareRow(kms, { place: placeOf(row), plaintext })
        return { ...row, changeId, kind, jkt, kid, edk, ct, createdAt: nowMs }
      } finally {
        plaintext.fill(0)
      }
    }),
  )
  await queries.transaction(async (tx) => {
    const isOld = and(eq(shares.userId, userId), isNull(shares.committedAt))
    await tx.delete(shares).where(and(isOld, lte(shares.createdAt, nowMs - dayMs)))
    // Sets that another browser only prepared leave room for this one's.
    const counted = or(isNotNull(shares.committedAt), eq(shares.jkt, jkt))
    if ((await tx.$count(shares, and(eq(shares.userId, userId), counted))) >= limits.setsOfUser)
      return refuse('releases-exceeded', 'There are too many sets of this wallet')
    const made = await tx
      .insert(changes)
      .values({
        ...{ changeId, userId, jkt, walletId, evm, sol, fp },
        ...{ epoch, baseEpoch, mode, createdAt: nowMs },
      })
      .onConflictDoNothing()
      .returning()
    if (made.length === 0) refuse('change-conflict', 'This change is another one')
    const added = await tx.insert(shares).values(rows).onConflictDoNothing().returning()
    if (added.length < rows.length) refuse('change-conflict', 'A set with this id is there already')
  })
  return { changeId }
}
