import { timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { readFeature, type StandardWallet } from './standardWallet.ts'

/** Below the 3 s that core gives a wallet to let go: one that ignores the question has not failed. */
const letGoLimitMs = 2_500

/**
 * Tells a wallet that this site is done with it, where the wallet wants to know; else it is the site that forgets.
 *
 * @throws FoyerError `disconnect-failed`
 */
export async function letGo(wallet: StandardWallet): Promise<void> {
  const feature = readFeature(wallet, 'standard:disconnect')
  if (!feature) return
  const answer = async () => feature.disconnect()
  try {
    await timeLimit(answer(), { ms: letGoLimitMs })
  } catch (cause) {
    if (cause instanceof FoyerError && cause.code === 'request-timed-out') return
    throw new FoyerError('disconnect-failed', { cause })
  }
}
