import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { passkeyList, passkeyRemove } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { asc, eq } from 'drizzle-orm'
import { evidence, passkeys } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { newestRecoverySet } from '../shares/walletState.ts'
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

/** Deletes a passkey. @throws HttpError 409 `change-conflict` for the last one of a wallet in mode `passkey` */
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
    const newest = standing.wallet && (await newestRecoverySet(tx, standing.wallet))
    const own = await tx.select().from(passkeys).where(eq(passkeys.userId, userId))
    if (!own.some(({ credentialId }) => credentialId === id)) return
    if (newest?.mode === 'passkey' && own.length === 1)
      refuse('change-conflict', 'This wallet is restored by its passkey: change that first')
    await tx.delete(passkeys).where(eq(passkeys.credentialId, id))
    await tx.delete(evidence).where(eq(evidence.contactHmac, passkeyApprover(userId)))
    await audit(tx, { kind: 'passkey-removed', userId })
  })
  return { removed: true }
}
