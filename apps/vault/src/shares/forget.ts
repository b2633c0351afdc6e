import type { BodyOf, recoveryForget } from '@foyer/protocol'
import { and, eq, inArray, isNotNull, lt, ne, or } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { readUser } from '../contacts/readUser.ts'
import { recoveryKeys, shares } from '../database/schema.ts'
import { requireKnownDevice } from '../evidence.ts'
import type { Services } from '../services.ts'
import { newestKey, newestRecoverySet } from './walletState.ts'

/** Deletes what a change replaced; the newest recovery set in force always stays. */
export async function forget(
  services: Services,
  body: BodyOf<typeof recoveryForget>,
  caller: Caller,
): Promise<{ forgotten: true }> {
  const { audit, now, queries } = services
  const { before, setIds, walletId } = body
  const { userId } = caller
  const user = await readUser(queries, { userId, nowMs: now() })
  const newest = await newestRecoverySet(queries, walletId)
  if (newest?.userId !== userId) return { forgotten: true }
  await requireKnownDevice(services, { walletId, user, caller, offered: undefined })
  const isOlder = before !== undefined && newest.epoch >= before
  const currentKey = await newestKey(queries, walletId)
  await queries.transaction(async (tx) => {
    const which = or(
      setIds.length > 0 ? inArray(shares.setId, setIds) : undefined,
      isOlder ? lt(shares.epoch, before) : undefined,
    )
    if (which === undefined) return
    const mine = and(
      eq(shares.userId, userId),
      eq(shares.walletId, walletId),
      ne(shares.setId, newest.setId),
    )
    const gone = await tx.delete(shares).where(and(mine, which)).returning({ setId: shares.setId })
    if (isOlder && currentKey)
      await tx
        .delete(recoveryKeys)
        .where(
          and(
            eq(recoveryKeys.walletId, walletId),
            lt(recoveryKeys.epoch, before),
            isNotNull(recoveryKeys.committedAt),
            newest.mode === 'auto' ? undefined : ne(recoveryKeys.changeId, currentKey.changeId),
          ),
        )
    await audit(tx, { kind: 'sets-deleted', userId, walletId, count: gone.length })
  })
  return { forgotten: true }
}
