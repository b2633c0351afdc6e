import type { BodyOf } from '@foyer/protocol'
import type { authForget } from '@foyer/protocol/custody'
import { and, eq } from 'drizzle-orm'
import { shares } from '../database/schema.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'

/** Ends this device's set. */
export async function forget(
  { audit, queries }: Services,
  { walletId }: BodyOf<typeof authForget>,
  { deviceId, jkt, userId }: Session,
): Promise<{ forgotten: true }> {
  await queries.transaction(async (tx) => {
    const gone = await tx
      .delete(shares)
      .where(
        and(
          eq(shares.userId, userId),
          eq(shares.walletId, walletId),
          eq(shares.kind, 'device'),
          eq(shares.jkt, jkt),
        ),
      )
      .returning({ setId: shares.setId })
    if (gone.length > 0) await audit(tx, { kind: 'device-forgotten', userId, walletId, deviceId })
  })
  return { forgotten: true }
}
