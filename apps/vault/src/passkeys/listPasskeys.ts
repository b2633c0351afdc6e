import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { passkeyList, passkeyRemove } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { asc, eq } from 'drizzle-orm'
import { evidence, passkeys } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { opensRecoveryKey } from '../shares/factors.ts'
import { passkeyApprover, readStanding, requireStanding } from '../standing.ts'
import type { Device } from './device.ts'

/** Lists the passkeys of a user for one of the user's devices, oldest first. */
export async function listPasskeys(
  services: Services,
  { userId }: BodyOf<typeof passkeyList>,
  { jkt }: Device,
): Promise<ResponseOf<typeof passkeyList>> {
  const { queries } = services
  requireStanding(await readStanding(services, queries, { jkt, userId }), 'known')
  const rows = await queries
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))
  return {
    passkeys: rows.map(({ createdAt, credentialId: id, lastUsedAt, madeIn }) => ({
      id,
      madeIn,
      createdAt,
      lastUsedAt,
    })),
  }
}

/** Deletes a passkey as evidence. @throws HttpError 409 `change-conflict` for one that opens the recovery key */
export async function removePasskey(
  services: Services,
  { id, userId }: BodyOf<typeof passkeyRemove>,
  { jkt }: Device,
): Promise<{ removed: true }> {
  const { audit, queries } = services
  await queries.transaction(async (tx) => {
    // Locks the user's row: two concurrent calls must not delete the last two passkeys.
    const standing = await readStanding(services, tx, { jkt, userId })
    requireStanding(standing, 'known')
    const own = await tx.select().from(passkeys).where(eq(passkeys.userId, userId))
    if (!own.some(({ credentialId }) => credentialId === id)) return
    if (await opensRecoveryKey(services, tx, { id, isOnly: own.length === 1, standing }))
      refuse('change-conflict', 'This passkey opens the recovery key: remove it there')
    await tx.delete(passkeys).where(eq(passkeys.credentialId, id))
    await tx.delete(evidence).where(eq(evidence.contactHmac, passkeyApprover(userId)))
    await audit(tx, { kind: 'passkey-removed', userId })
  })
  return { removed: true }
}
