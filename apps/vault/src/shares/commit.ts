import type { BodyOf } from '@foyer/protocol'
import type { recoveryCommit } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { challenges, recoveryKeys, shares, wallets } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { readStanding } from '../standing.ts'
import { requireChange } from './requireChange.ts'

/** Commits a prepared change atomically. Idempotent. */
export async function commit(
  services: Services,
  { changeId }: BodyOf<typeof recoveryCommit>,
  caller: Caller,
): Promise<{ changeId: string }> {
  const { audit, now, queries } = services
  const { jkt, userId } = caller
  const nowMs = now()
  return queries.transaction(async (tx) => {
    const standing = await readStanding(services, tx, caller)
    const own = and(eq(shares.changeId, changeId), eq(shares.userId, userId), eq(shares.jkt, jkt))
    const rows = await tx.select().from(shares).where(own)
    const [row] = rows
    if (row === undefined) return refuse('change-unknown', 'There is no such change of this device')
    if (row.committedAt !== null) return { changeId }
    const hasRecovery = rows.some(({ kind }) => kind === 'recovery')
    const { isLive, newest } = await requireChange(tx, { standing, hasRecovery, wallet: row })
    if ((newest?.setId ?? null) !== row.baseSetId)
      return refuse('change-conflict', 'The wallet has changed in the meantime')
    await tx.update(shares).set({ committedAt: nowMs }).where(own)
    const { epoch, evm, mode, sol, walletId } = row
    const made = { walletId, evm, sol, createdAt: nowMs, confirmedAt: null }
    if (!isLive)
      await tx
        .insert(wallets)
        .values({ userId, ...made })
        .onConflictDoUpdate({ target: wallets.userId, set: made })
    const keys = await tx
      .update(recoveryKeys)
      .set({ committedAt: nowMs })
      .where(
        and(
          eq(recoveryKeys.changeId, changeId),
          eq(recoveryKeys.userId, userId),
          eq(recoveryKeys.jkt, jkt),
        ),
      )
      .returning()
    // Invalidates challenges of the previous key.
    if (keys.length > 0) await tx.delete(challenges).where(eq(challenges.userId, userId))
    await audit(tx, { kind: 'change-committed', userId, walletId, epoch, mode })
    return { changeId }
  })
}
