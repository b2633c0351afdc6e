import { FoyerError } from '@foyer/protocol'
import { authStatus, recoveryForget, type WalletFacts } from '@foyer/protocol/custody'
import { openFactor } from './openFactor.ts'
import { openWallet, readOwnWallet } from './openWallet.ts'
import { putChange } from './putChange.ts'
import { factsOf } from './recoverWallet.ts'
import { createRecoveryKey, type Factor } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

/**
 * Protects recovery by a factor that only the user has, or returns to automatic recovery (`auto`). The factor becomes the
 * only one of a new recovery key; `changeFactors` adds more. The new recovery key
 * is read back and opened, and both shares are recombined, before the old shares are deleted.
 *
 * @throws {@link FoyerError} `recovery-failed` without the current factor if there is one; `action-not-allowed` without a
 *   step-up at A
 */
export async function enrolRecovery(
  context: WalletContext,
  { factor, present }: { factor: Factor | undefined; present?: Factor | undefined },
): Promise<void> {
  const { session, auth, vault } = context
  const own = await readOwnWallet(context)
  const { userId, wallet: live } = await session.call(auth, authStatus, {})
  if (live?.walletId !== own.walletId)
    throw new FoyerError('recovery-failed', { details: 'The live wallet is not this device’s.' })
  const before = factsOf(live)
  const held = live.mode !== 'auto'
  if (held && !present)
    throw new FoyerError('recovery-failed', { details: 'To change it takes the present factor.' })
  const proof =
    held && present
      ? await openFactor(context, { userId, wallet: before, factor: present })
      : undefined
  const wallet: WalletFacts = { ...before, epoch: before.epoch + 1 }
  const made = factor && (await createRecoveryKey({ userId, wallet, factor }))
  await openWallet(context, { own, purpose: 'enrol' }, async (_, entropy) => {
    await putChange(context, {
      ...{ userId, wallet, baseEpoch: before.epoch, entropy, answer: proof?.answer },
      mode: factor?.mode ?? 'auto',
      ...(made && factor && { key: made.key, enrol: { record: made.record, factor } }),
    })
  })
  const { walletId, epoch } = wallet
  await session.call(vault, recoveryForget, { walletId, setIds: [], before: epoch })
}
