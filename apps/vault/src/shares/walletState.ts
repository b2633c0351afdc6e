import type { SharePlace, WalletFacts } from '@foyer/protocol/custody'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { recoveryKeys, shares } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

export type ShareB = typeof shares.$inferSelect
export type KeyB = typeof recoveryKeys.$inferSelect

/** A wallet and its owner: the id alone proves nothing, since the owner chose it. */
export type WalletOf = { readonly userId: string; readonly walletId: string }

/** The binding of a rec share: the addresses and the epoch that a request must name. */
export function placeOf(
  userId: string,
  setId: string,
  { walletId, epoch, evm, sol }: Pick<WalletFacts, 'walletId' | 'epoch' | 'evm' | 'sol'>,
): SharePlace {
  return { role: 'rec', userId, walletId, setId, epoch, evm, sol }
}

/** The recovery set put in force last; its mode is the wallet's mode. */
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

/** The recovery key put in force last. */
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
