import { FoyerError } from '@foyer/protocol'
import {
  authStatus,
  encodeBase64Url,
  recoveryForget,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { type Addresses, addressesOf, entropySeed } from '../keys/addressesOf.ts'
import { withArena } from '../keys/arena.ts'
import { fingerprint } from '../keys/fingerprint.ts'
import { readAddresses } from './openWallet.ts'
import { putChange, settlePending } from './putChange.ts'
import type { WalletContext } from './walletContext.ts'

/**
 * Creates the user's wallet, or returns the one that this device already has.
 *
 * @throws {@link FoyerError} `action-not-allowed` when the user has a wallet, which must be recovered instead
 */
export async function createWallet(context: WalletContext): Promise<Addresses> {
  const { session, auth, vault } = context
  const { wallet: live, userId } = await session.call(auth, authStatus, {})
  const ready = await settlePending(context, { userId, live })
  if (live && ready) return readAddresses(live)
  if (live)
    throw new FoyerError('action-not-allowed', {
      details: 'This user has a wallet: recover it on this device.',
    })
  return withArena(async (arena) => {
    const entropy = crypto.getRandomValues(arena.take(16))
    const walletId = crypto.randomUUID()
    const wallet: WalletFacts = {
      walletId,
      epoch: 1,
      fp: encodeBase64Url(fingerprint(arena, entropy, walletId)),
      ...addressesOf(arena, entropySeed(arena, entropy)),
    }
    const put = await putChange(context, { userId, wallet, baseEpoch: 0, mode: 'auto', entropy })
    // Confirms the wallet at both servers; the vault then accepts no other wallet in its place.
    const { epoch } = wallet
    await session.call(vault, recoveryForget, { walletId, setIds: [], before: epoch })
    return readAddresses(put)
  })
}
