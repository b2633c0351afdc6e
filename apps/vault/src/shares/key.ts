import type { BodyOf } from '@foyer/protocol'
import {
  challengeAad,
  encodeBase64Url,
  type RecoveryKeyRecord,
  type recoveryKey,
  sealToRecoveryKey,
} from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { checkOffered } from '../checkOffered.ts'
import { recoveryKeys } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import type { Services } from '../services.ts'
import { mayBeRestored, readStanding, requireStanding } from '../standing.ts'
import { putChallenge } from './challenge.ts'
import { openRecord } from './recoveryRecord.ts'
import { type KeyB, newestKey } from './walletState.ts'

/** Returns the wrapped recovery key, and a challenge that only its private half opens. */
export async function key(
  services: Services,
  { changeId, evidence, walletId }: BodyOf<typeof recoveryKey>,
  caller: Caller,
): Promise<{ key: RecoveryKeyRecord; challenge: string }> {
  const { audit, limits, now, queries } = services
  const { jkt, userId } = caller
  await checkOffered(services, { offered: evidence, caller })
  const answer = crypto.getRandomValues(new Uint8Array(32))
  const row = await queries.transaction(async (tx) => {
    const standing = await readStanding(services, tx, caller)
    requireStanding(standing, 'known')
    if (changeId !== undefined) return preparedKey(tx)
    const live = mayBeRestored(standing, { walletId })
      ? await newestKey(tx, { userId, walletId })
      : undefined
    if (live === undefined) return undefined
    await putChallenge(tx, {
      ...{ userId, jkt, answer, nowMs: now() },
      tries: limits.factorTriesPerHour,
    })
    await audit(tx, { kind: 'factor-tried', userId, walletId })
    return live
  })
  if (row === undefined) return refuse('share-unknown', 'There is no such recovery key')
  const record = await openRecord(services, row)
  const sealed = await sealToRecoveryKey({
    plaintext: answer,
    recoveryKey: record.publicKey,
    aad: challengeAad(walletId),
  })
  return { key: record, challenge: encodeBase64Url(sealed) }

  async function preparedKey(tx: Queries): Promise<KeyB | undefined> {
    const [found] = await tx
      .select()
      .from(recoveryKeys)
      .where(
        and(
          eq(recoveryKeys.changeId, changeId!),
          eq(recoveryKeys.userId, userId),
          eq(recoveryKeys.jkt, jkt),
          eq(recoveryKeys.walletId, walletId),
          isNull(recoveryKeys.committedAt),
        ),
      )
    return found
  }
}
