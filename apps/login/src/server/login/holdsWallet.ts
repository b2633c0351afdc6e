import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { shares, txns, wallets } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { txnLifeMs } from './txn.ts'

/**
 * Tells whether the vault will serve this device without another link: it has a share set of the wallet, or its link
 * was approved recently and the wallet does not exist yet.
 */
export async function holdsWallet(
  { now, queries }: Services,
  { jkt, userId }: { userId: string; jkt: string },
): Promise<boolean> {
  const [wallet] = await queries
    .select({ setId: shares.setId })
    .from(wallets)
    .leftJoin(
      shares,
      and(
        eq(shares.walletId, wallets.walletId),
        eq(shares.jkt, jkt),
        eq(shares.kind, 'device'),
        isNotNull(shares.committedAt),
      ),
    )
    .where(eq(wallets.userId, userId))
    .limit(1)
  if (wallet) return wallet.setId !== null
  const [approved] = await queries
    .select({ txnId: txns.txnId })
    .from(txns)
    .where(and(eq(txns.userId, userId), eq(txns.jkt, jkt), gt(txns.approvedAt, now() - txnLifeMs)))
    .limit(1)
  return approved !== undefined
}
