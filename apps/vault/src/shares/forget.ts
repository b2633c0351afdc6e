import type { BodyOf } from '@foyer/protocol'
import type { recoveryForget } from '@foyer/protocol/custody'
import { and, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { recoveryKeys, shares, wallets } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { readStanding, requireStanding } from '../standing.ts'
import { newestKey, newestRecoverySet } from './walletState.ts'

/**
 * Deletes the sets that a change has replaced, except for the current recovery set. The call also confirms that both
 * servers have committed the wallet.
 */
export async function forget(
  services: Services,
  { before, setIds, walletId }: BodyOf<typeof recoveryForget>,
  caller: Caller,
): Promise<{ forgotten: true }> {
  const { audit, now, queries } = services
  const { userId } = caller
  return queries.transaction(async (tx) => {
    const standing = await readStanding(services, tx, caller)
    const newest = await newestRecoverySet(tx, { userId, walletId })
    if (newest === undefined || standing.wallet?.walletId !== walletId) return { forgotten: true }
    requireStanding(standing, 'known')
    await tx
      .update(wallets)
      .set({ confirmedAt: now() })
      .where(and(eq(wallets.userId, userId), isNull(wallets.confirmedAt)))
    const isOlder = before !== undefined && newest.epoch >= before
    const which = or(
      setIds.length > 0 ? inArray(shares.setId, setIds) : undefined,
      isOlder ? lt(shares.epoch, before) : undefined,
    )
    if (which === undefined) return { forgotten: true }
    const mine = and(
      eq(shares.userId, userId),
      eq(shares.walletId, walletId),
      ne(shares.setId, newest.setId),
    )
    const gone = await tx.delete(shares).where(and(mine, which)).returning({ setId: shares.setId })
    const currentKey = await newestKey(tx, { userId, walletId })
    if (isOlder && currentKey)
      await tx
        .delete(recoveryKeys)
        .where(
          and(
            eq(recoveryKeys.userId, userId),
            eq(recoveryKeys.walletId, walletId),
            lt(recoveryKeys.epoch, before),
            isNotNull(recoveryKeys.committedAt),
            newest.mode === 'auto' ? undefined : ne(recoveryKeys.changeId, currentKey.changeId),
          ),
        )
    await audit(tx, { kind: 'sets-deleted', userId, walletId, count: gone.length })
    return { forgotten: true }
  })
}
