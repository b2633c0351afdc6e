import { timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { readFeature, type StandardWallet } from './standardWallet.ts'

/** Below core's 3 s for a disconnect: a wallet that ignores the request has not failed. */
const disconnectLimitMs = 2_500

/**
 * Disconnects this site in the wallet, if supported; else only the site disconnects.
 *
 * @throws FoyerError `disconnect-failed`
 */
export async function disconnectWallet(wallet: StandardWallet): Promise<void> {
  const feature = readFeature(wallet, 'standard:disconnect')
  if (!feature) return
  const answer = async () => feature.disconnect()
  try {
    await timeLimit(answer(), { ms: disconnectLimitMs })
  } catch (cause) {
    if (cause instanceof FoyerError && cause.code === 'request-timed-out') return
    throw new FoyerError('disconnect-failed', { cause })
  }
}
