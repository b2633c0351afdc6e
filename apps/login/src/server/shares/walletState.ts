import type { LiveWallet, SharePlace } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { and, eq, isNotNull } from 'drizzle-orm'
import { isFrozen, readUser } from '../account/readAccount.ts'
import type { Queries } from '../database/database.ts'
import { shares, wallets } from '../database/schema.ts'
import type { Services } from '../services.ts'

export type ShareA = typeof shares.$inferSelect
export type WalletA = typeof wallets.$inferSelect

/** Binding of an auth share: a row that was moved elsewhere does not open. */
export const placeOf = ({
  epoch,
  setId,
  userId,
  walletId,
}: Pick<ShareA, 'userId' | 'walletId' | 'setId' | 'epoch'>): SharePlace => ({
  role: 'auth',
  userId,
  walletId,
  setId,
  epoch,
})

export async function findWallet(
  queries: Pick<Queries, 'select'>,
  userId: string,
): Promise<WalletA | undefined> {
  const [wallet] = await queries.select().from(wallets).where(eq(wallets.userId, userId))
  return wallet
}

/** A user's sets that are in force. */
export const liveSets = (queries: Pick<Queries, 'select'>, wallet: WalletA): Promise<ShareA[]> =>
  queries
    .select()
    .from(shares)
    .where(
      and(
        eq(shares.userId, wallet.userId),
        eq(shares.walletId, wallet.walletId),
        isNotNull(shares.committedAt),
      ),
    )

/** The live wallet as a device sees it. */
export async function viewWallet(
  queries: Pick<Queries, 'select'>,
  wallet: WalletA,
  jkt: string,
): Promise<LiveWallet> {
  const { epoch, evm, fp, mode, sol, walletId } = wallet
  const sets = await liveSets(queries, wallet)
  const recovery = sets.find(({ kind }) => kind === 'recovery')
  const own = sets.find((set) => set.kind === 'device' && set.jkt === jkt)
  // Each commit puts a recovery set in force: without one nothing could be restored, so the commit must fail.
  if (!recovery) return refuse('share-unknown', 'This wallet has no recovery set')
  return {
    ...{ walletId, epoch, fp, evm, sol, mode },
    recoverySetId: recovery.setId,
    deviceSetId: own?.setId ?? null,
  }
}

/** @throws HttpError 403 `account-frozen` */
export async function requireThawed(services: Services, userId: string): Promise<void> {
  if (isFrozen(await readUser(services, userId), services.now()))
    refuse('account-frozen', 'This account is frozen')
}
