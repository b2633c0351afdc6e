import {
  type BodyOf,
  challengeAad,
  encodeBase64Url,
  type RecoveryKeyRecord,
  type recoveryKey,
  sealToRecoveryKey,
} from '@foyer/protocol'
import { refuse } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { openText, recordOwner } from '../contacts/contact.ts'
import { readUser } from '../contacts/readUser.ts'
import { recoveryKeys } from '../database/schema.ts'
import { requireKnownDevice } from '../evidence.ts'
import type { Services } from '../services.ts'
import { putChallenge } from './challenge.ts'
import { newestKey } from './walletState.ts'

/** The wrapped recovery key and a challenge that only its private half opens. */
export async function key(
  services: Services,
  body: BodyOf<typeof recoveryKey>,
  caller: Caller,
): Promise<{ key: RecoveryKeyRecord; challenge: string }> {
  const { audit, kms, now, queries } = services
  const { changeId, evidence: offered, walletId } = body
  const { jkt, userId } = caller
  const user = await readUser(queries, { userId, nowMs: now() })
  const row = changeId === undefined ? await newestKey(queries, walletId) : await preparedKey()
  if (row?.userId !== userId) return refuse('share-unknown', 'There is no such recovery key')
  const answer = crypto.getRandomValues(new Uint8Array(32))
  if (changeId === undefined) {
    await requireKnownDevice(services, { walletId, user, caller, offered })
    await putChallenge(services, { walletId, jkt, answer })
    await audit(queries, { kind: 'factor-tried', userId, walletId })
  }
  const owner = recordOwner(walletId, row.changeId)
  const record = JSON.parse(
    await openText(kms, { owner, kid: row.kid, blob: row.blob }),
  ) as RecoveryKeyRecord
  const sealed = await sealToRecoveryKey({
    plaintext: answer,
    recoveryKey: record.publicKey,
    aad: challengeAad(walletId),
  })
  return { key: record, challenge: encodeBase64Url(sealed) }

  async function preparedKey() {
    const [found] = await queries
      .select()
      .from(recoveryKeys)
      .where(
        and(
          eq(recoveryKeys.changeId, changeId!),
          eq(recoveryKeys.jkt, jkt),
          eq(recoveryKeys.walletId, walletId),
        ),
      )
    return found?.committedAt === null ? found : undefined
  }
}
