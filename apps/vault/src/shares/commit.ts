import type { BodyOf, recoveryCommit } from '@foyer/protocol'
import { refuse } from '@foyer/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { readUser } from '../contacts/readUser.ts'
import { recoveryKeys, shares } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Puts a change in force, all of it or nothing; once more gives the same answer. */
export async function commit(
  { audit, now, queries }: Services,
  { changeId }: BodyOf<typeof recoveryCommit>,
  { jkt, userId }: Caller,
): Promise<{ changeId: string }> {
  const nowMs = now()
  await readUser(queries, { userId, nowMs })
  return queries.transaction(async (tx) => {
    const own = and(eq(shares.changeId, changeId), eq(shares.userId, userId), eq(shares.jkt, jkt))
    const [row] = await tx.select().from(shares).where(own).limit(1)
    if (row === undefined) return refuse('change-unknown', 'There is no such change of this device')
    const fresh = await tx
      .update(shares)
      .set({ committedAt: nowMs })
      .where(and(own, isNull(shares.committedAt)))
      .returning()
    if (fresh.length === 0) return { changeId }
    await tx
      .update(recoveryKeys)
      .set({ committedAt: nowMs })
      .where(
        and(
          eq(recoveryKeys.changeId, changeId),
          eq(recoveryKeys.userId, userId),
          eq(recoveryKeys.jkt, jkt),
        ),
      )
    await audit(tx, {
      kind: 'change-committed',
      userId,
      walletId: row.walletId,
      epoch: row.epoch,
      mode: row.mode,
    })
    return { changeId }
  })
}
