import type { BodyOf, passkeyList, passkeyRemove, ResponseOf } from '@foyer/protocol'
import { refuse } from '@foyer/server'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { evidence, passkeys, shares } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { type Device, requireDeviceOf } from './requireDeviceOf.ts'

/** The passkeys of whose device asks, oldest first. */
export async function listPasskeys(
  services: Services,
  { userId }: BodyOf<typeof passkeyList>,
  { jkt }: Device,
): Promise<ResponseOf<typeof passkeyList>> {
  await requireDeviceOf(services, { jkt, userId })
  const rows = await services.queries
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

/** @throws HttpError 409 `change-conflict` for the last one of a wallet that is restored by a passkey */
export async function removePasskey(
  services: Services,
  { id, userId }: BodyOf<typeof passkeyRemove>,
  { jkt }: Device,
): Promise<{ removed: true }> {
  const { audit, queries } = services
  await requireDeviceOf(services, { jkt, userId })
  await queries.transaction(async (tx) => {
    // One after the other: of two that are removed at once, one must stay.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`passkeys:${userId}`}))`)
    const [newest] = await tx
      .select({ mode: shares.mode })
      .from(shares)
      .where(
        and(eq(shares.userId, userId), eq(shares.kind, 'recovery'), isNotNull(shares.committedAt)),
      )
      .orderBy(desc(shares.committedAt), desc(shares.epoch))
      .limit(1)
    const own = await tx.select().from(passkeys).where(eq(passkeys.userId, userId))
    if (!own.some(({ credentialId }) => credentialId === id)) return
    if (newest?.mode === 'passkey' && own.length === 1)
      refuse('change-conflict', 'This wallet is restored by its passkey: change that first')
    await tx.delete(passkeys).where(eq(passkeys.credentialId, id))
    await tx.delete(evidence).where(eq(evidence.contactHmac, `passkey:${userId}`))
    await audit(tx, { kind: 'passkey-removed', userId })
  })
  return { removed: true }
}
