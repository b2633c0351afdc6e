import { FoyerError } from '@foyer/protocol'
import {
  authStatus,
  type LiveWallet,
  type RecoveryEvidence,
  recoveryForget,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { type Addresses, addressesOf, entropySeed } from '../keys/addressesOf.ts'
import { withArena } from '../keys/arena.ts'
import { combineShares } from './combineShares.ts'
import { openFactor } from './openFactor.ts'
import { openRecoveryShare } from './openRecoveryShare.ts'
import { readAddresses } from './openWallet.ts'
import { putChange } from './putChange.ts'
import type { Factor } from './recoveryFactor.ts'
import { releaseAuthShare, releaseRecovery } from './releaseShares.ts'
import type { WalletContext } from './walletContext.ts'

/** Picks the facts of a live wallet, without A's claims about its share sets. */
export function factsOf({ walletId, epoch, fp, evm, sol }: LiveWallet): WalletFacts {
  return { walletId, epoch, fp, evm, sol }
}

/**
 * Restores the user's wallet on this device from both recovery shares, then replaces them.
 *
 * @throws {@link FoyerError} `resource-not-found` without a wallet, `recovery-evidence-required`, `recovery-failed` when
 *   the servers' shares do not restore the wallet, or the factor is missing or wrong
 */
export async function recoverWallet(
  context: WalletContext,
  { evidence, factor }: { evidence?: RecoveryEvidence | undefined; factor?: Factor | undefined },
): Promise<Addresses> {
  const { session, auth, vault } = context
  const { userId, wallet: live } = await session.call(auth, authStatus, {})
  if (!live) throw new FoyerError('resource-not-found', { details: 'This user has no wallet yet.' })
  const { mode, recoverySetId: setId } = live
  // Refuses too when the servers claim `auto` although the user entered a factor: they may offer another wallet.
  if ((factor === undefined) !== (mode === 'auto'))
    throw new FoyerError('recovery-failed', { details: `This wallet is restored by ${mode}.` })
  const wallet = factsOf(live)
  const opened =
    mode !== 'auto' && factor
      ? await openFactor(context, { userId, wallet, factor, evidence })
      : undefined
  const expected = { walletId: wallet.walletId, setId, epoch: wallet.epoch, fp: wallet.fp }
  const released = await releaseRecovery(context, {
    wallet,
    setId,
    purpose: 'recover',
    ...(evidence && { evidence }),
    ...(opened && { answer: opened.answer }),
  })
  if (released.mode !== mode)
    throw new FoyerError('recovery-failed', { details: 'The servers disagree about the recovery.' })
  const key = opened?.key
  const rec = await openRecoveryShare({ bytes: released.bytes, key, userId, wallet, expected })
  const authShare = await releaseAuthShare(context, { expected, purpose: 'recover' })
  return withArena(async (arena) => {
    const entropy = await combineShares(arena, [authShare, rec])
    const { evm, sol } = addressesOf(arena, entropySeed(arena, entropy))
    if (evm !== wallet.evm || sol !== wallet.sol)
      throw new FoyerError('recovery-failed', { details: 'The shares give other addresses.' })
    const put = await putChange(context, {
      ...{ userId, mode, entropy, key, opened: key, answer: opened?.answer },
      wallet: { ...wallet, epoch: wallet.epoch + 1 },
      baseEpoch: wallet.epoch,
    })
    const { walletId } = wallet
    await session.call(vault, recoveryForget, { walletId, setIds: [setId] })
    return readAddresses(put)
  })
}
