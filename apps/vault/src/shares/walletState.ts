import type { SharePlace, WalletFacts } from '@foyer/protocol/custody'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { recoveryKeys, shares } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

export type ShareB = typeof shares.$inferSelect
export type KeyB = typeof recoveryKeys.$inferSelect

/** A wallet and its owner. Always look up both: users choose wallet ids, so an id alone is not unique. */
export type WalletOf = { readonly userId: string; readonly walletId: string }

/** Returns the associated data of a rec share: ids and epoch that a request must name. */
export function placeOf(
  userId: string,
  setId: string,
  { walletId, epoch, evm, sol }: Pick<WalletFacts, 'walletId' | 'epoch' | 'evm' | 'sol'>,
): SharePlace {
  return { role: 'rec', userId, walletId, setId, epoch, evm, sol }
}

/** Reads the recovery set that was committed last; its mode is the wallet's mode. */
export async function newestRecoverySet(
  queries: Queries,
  { userId, walletId }: WalletOf,
): Promise<ShareB | undefined> {
  const [row] = await queries
    .select()
    .from(shares)
    .where(
      and(
        eq(shares.userId, userId),
        eq(shares.walletId, walletId),
        eq(shares.kind, 'recovery'),
        isNotNull(shares.committedAt),
      ),
    )
    .orderBy(desc(shares.committedAt), desc(shares.epoch))
    .limit(1)
  return row
}

/** Reads the recovery key that was committed last. */
export async function newestKey(
  queries: Queries,
  { userId, walletId }: WalletOf,
): Promise<KeyB | undefined> {
  const [row] = await queries
    .select()
    .from(recoveryKeys)
    .where(
      and(
        eq(recoveryKeys.userId, userId),
        eq(recoveryKeys.walletId, walletId),
        isNotNull(recoveryKeys.committedAt),
      ),
    )
    .orderBy(desc(recoveryKeys.committedAt), desc(recoveryKeys.epoch))
    .limit(1)
  return row
}
