import type { WalletFacts } from '@foyer/protocol/custody'
import { HttpError, refuse } from '@foyer/server'
import type { Queries } from '../database/vaultDatabase.ts'
import { requireStanding, type Standing } from '../standing.ts'
import { newestRecoverySet, type ShareB } from './walletState.ts'

/**
 * Requires that a key may change a wallet: as a device of the committed wallet, or by evidence; a wallet that is not
 * committed always requires evidence. Called to prepare a change, and again to commit it.
 * @returns whether the wallet is committed, and its current recovery set
 * @throws {@link HttpError} 403 `evidence-required`; 409 `change-conflict` for another wallet or other addresses; 400
 *   `request-invalid` for a new wallet without a recovery set
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
  // An unconfirmed wallet can be replaced: A may have missed the end of its creation.
  if (live && !isLive && live.confirmedAt !== null)
    return refuse('change-conflict', 'This user has another wallet')
  const newest = await newestRecoverySet(tx, { userId: user.userId, walletId })
  if (newest && (newest.evm !== evm || newest.sol !== sol))
    return refuse('change-conflict', 'This wallet is another one')
  if (newest === undefined && !hasRecovery)
    throw new HttpError(400, 'request-invalid', 'A wallet begins with a recovery set')
  return { isLive, newest }
}
