import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { authCommit } from '@foyer/protocol/custody'
import { vaultReadSet } from '@foyer/protocol/vault'
import { refuse } from '@foyer/server'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { changes, shares, users, wallets } from '../database/schema.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { findWallet, requireThawed, viewWallet, type WalletA } from './walletState.ts'

/**
 * Commits a prepared change atomically, and deletes the sets that it replaces.
 * @throws HttpError 404 `change-unknown`; 409 `change-conflict`, also for a recovery set that the vault does not have
 */
export async function commit(
  services: Services,
  { changeId }: BodyOf<typeof authCommit>,
  { jkt, userId }: Session,
): Promise<ResponseOf<typeof authCommit>> {
  const { audit, now, queries } = services
  const nowMs = now()
  await requireThawed(services, userId)
  await requireVault(services, { changeId, jkt, userId })
  return queries.transaction(async (tx) => {
    // Serializes two concurrent tabs.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`wallet:${userId}`}))`)
    const own = and(
      eq(changes.changeId, changeId),
      eq(changes.userId, userId),
      eq(changes.jkt, jkt),
    )
    const [change] = await tx.select().from(changes).where(own)
    if (!change) return refuse('change-unknown', 'There is no such change of this device')
    const [live] = await tx.select().from(wallets).where(eq(wallets.userId, userId))
    if (change.committedAt !== null && live) return { wallet: await viewWallet(tx, live, jkt) }
    const { baseEpoch, epoch, evm, fp, mode, sol, walletId } = change
    if ((live?.epoch ?? 0) !== baseEpoch || (live && live.walletId !== walletId))
      return refuse('change-conflict', 'The wallet has changed in the meantime')
    const facts = { walletId, evm, sol, fp, epoch, mode }
    const wallet: WalletA = { createdAt: nowMs, ...live, userId, ...facts }
    if (live) await tx.update(wallets).set(facts).where(eq(wallets.walletId, live.walletId))
    else {
      const made = await tx.insert(wallets).values(wallet).onConflictDoNothing().returning()
      if (made.length === 0) refuse('change-conflict', 'A wallet with this id is there already')
    }
    await replaceSets(tx, { change: { changeId, userId, walletId, jkt }, nowMs })
    await tx.update(changes).set({ committedAt: nowMs }).where(own)
    await tx.update(users).set({ recoveryMode: mode }).where(eq(users.userId, userId))
    await audit(tx, {
      kind: live ? 'wallet-changed' : 'wallet-made',
      userId,
      walletId,
      epoch,
      mode,
    })
    return { wallet: await viewWallet(tx, wallet, jkt) }
  })
}

/**
 * Requires, before the recovery set of a wallet is replaced, that this device has committed the new one at the vault, which asks for
 * evidence: a session alone replaces nothing.
 * @throws HttpError 409 `change-conflict`; 503 `http-failed` when the vault does not answer
 */
async function requireVault(
  { callVault, queries }: Services,
  { changeId, jkt, userId }: { changeId: string; jkt: string; userId: string },
): Promise<void> {
  const own = and(eq(shares.changeId, changeId), eq(shares.userId, userId), eq(shares.jkt, jkt))
  const [fresh] = await queries
    .select({ setId: shares.setId })
    .from(shares)
    .where(and(own, eq(shares.kind, 'recovery'), isNull(shares.committedAt)))
  if (!fresh || !(await findWallet(queries, userId))) return
  const { isCommitted } = await callVault(vaultReadSet, { userId, jkt, setId: fresh.setId })
  if (!isCommitted) refuse('change-conflict', 'The vault does not have this recovery set')
}

async function replaceSets(
  tx: Queries,
  {
    change: { changeId, jkt, userId, walletId },
    nowMs,
  }: {
    change: { changeId: string; userId: string; walletId: string; jkt: string }
    nowMs: number
  },
): Promise<void> {
  const fresh = await tx
    .select({ kind: shares.kind })
    .from(shares)
    .where(and(eq(shares.changeId, changeId), isNull(shares.committedAt)))
  // Deleted after a day, or with their device: the wallet must not change without them.
  if (fresh.length === 0) refuse('change-unknown', 'The sets of this change are gone')
  const kinds = fresh.map(({ kind }) => kind)
  const before = and(
    eq(shares.userId, userId),
    eq(shares.walletId, walletId),
    isNotNull(shares.committedAt),
    // The recovery set is everybody's; a device set is its device's.
    or(eq(shares.kind, 'recovery'), eq(shares.jkt, jkt)),
  )
  await tx.delete(shares).where(and(before, inArray(shares.kind, kinds)))
  await tx.update(shares).set({ committedAt: nowMs }).where(eq(shares.changeId, changeId))
}
