import type { WalletFacts } from '@foyer/protocol/custody'
import { HttpError, refuse } from '@foyer/server'
import type { Queries } from '../database/vaultDatabase.ts'
import { requireStanding, type Standing } from '../standing.ts'
import { newestRecoverySet, type ShareB } from './walletState.ts'

/**
 * Checks that this key may change this wallet: a device of the wallet in force, or evidence; a wallet that is not in
 * force always requires evidence. Checked when a change is prepared and again when it is committed.
 * @returns whether the wallet is in force, and its newest recovery set
 * @throws {@link HttpError} 403 `evidence-required`; 409 `change-conflict` for another wallet or other addresses; 400
 *   `request-invalid` for a wallet that begins without a recovery set
 */
export async function requireChange(
  tx: Queries,
  {
    hasRecovery,
    standing,
    wallet: { evm, sol, walletId },
  }: {
    standing: Standing
    hasRecovery: boolean
    wallet: Pick<WalletFacts, 'walletId' | 'evm' | 'sol'>
  },
): Promise<{ isLive: boolean; newest: ShareB | undefined }> {
  const { user, wallet: live } = standing
  const isLive = live?.walletId === walletId
  requireStanding(standing, isLive ? 'known' : 'evidence')
  // A wallet that no device confirmed may come from a creation whose end A missed.
  if (live && !isLive && live.confirmedAt !== null)
    return refuse('change-conflict', 'This user has another wallet')
  const newest = await newestRecoverySet(tx, { userId: user.userId, walletId })
  if (newest && (newest.evm !== evm || newest.sol !== sol))
    return refuse('change-conflict', 'This wallet is another one')
  if (newest === undefined && !hasRecovery)
    throw new HttpError(400, 'request-invalid', 'A wallet begins with a recovery set')
  return { isLive, newest }
}
