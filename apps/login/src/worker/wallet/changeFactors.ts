import { FoyerError } from '@foyer/protocol'
import {
  authStatus,
  type RecoveryKeyRecord,
  recoveryFactorPut,
  recoveryFactorRemove,
} from '@foyer/protocol/custody'
import { openFactor } from './openFactor.ts'
import { openWallet, readOwnWallet } from './openWallet.ts'
import { factsOf } from './recoverWallet.ts'
import { type Factor, wrapForFactor } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

/** A change of the factors that open the user's recovery key. */
export type FactorChange =
  /** Adds a factor; a new code replaces the current one. */
  | { add: Factor }
  /** Removes the factor with this id. */
  | { remove: string }

/**
 * Adds or removes a factor of the recovery key. The key stays the same, so no share changes. An added factor is read back
 * and opens the key before the call succeeds; if it does not, it is removed again.
 *
 * @param options.present - A factor that opens the recovery key already.
 * @throws {@link FoyerError} `recovery-failed` for a wrong `present`; `action-not-allowed` without a step-up at A;
 *   `request-invalid` for the last factor
 */
export async function changeFactors(
  context: WalletContext,
  { change, present }: { change: FactorChange; present: Factor },
): Promise<void> {
  const { session, auth, vault } = context
  const own = await readOwnWallet(context)
  const { userId, wallet: live } = await session.call(auth, authStatus, {})
  if (live?.walletId !== own.walletId)
    throw new FoyerError('recovery-failed', { details: 'The live wallet is not this device’s.' })
  const wallet = factsOf(live)
  // A releases its share for this purpose only after a step-up.
  await openWallet(context, { own, purpose: 'enrol' }, async () => {})
  const { answer, record } = await openFactor(context, { userId, wallet, factor: present })
  const { keyId } = record
  const opened = { walletId: wallet.walletId, keyId, answer }
  if ('remove' in change) {
    await session.call(vault, recoveryFactorRemove, { ...opened, id: change.remove })
    return
  }
  const factor = await wrapForFactor({ userId, wallet, record, present, factor: change.add })
  await session.call(vault, recoveryFactorPut, { ...opened, factor })
  const restored = await openFactor(context, { userId, wallet, factor: change.add }).catch(
    async (error: unknown) => {
      // The read-back had a challenge of its own, which voids the first answer.
      const { answer } = await openFactor(context, { userId, wallet, factor: present })
      const before = record.factors.find(({ id }) => id === factor.id)
      const undo = { ...opened, answer }
      if (before) await session.call(vault, recoveryFactorPut, { ...undo, factor: before })
      else await session.call(vault, recoveryFactorRemove, { ...undo, id: factor.id })
      throw error
    },
  )
  mustBeSame(restored.record, record)
}

function mustBeSame({ keyId }: RecoveryKeyRecord, before: RecoveryKeyRecord): void {
  if (keyId !== before.keyId)
    throw new FoyerError('recovery-failed', { details: 'The recovery key was replaced meanwhile.' })
}
