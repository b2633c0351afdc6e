import { timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { ask } from './ask.ts'
import type { EvmProvider } from './evmProvider.ts'
import { isMethodUnsupported } from './isMethodUnsupported.ts'

/** Below the 3 s that core gives a wallet to let go: one that ignores the question has not failed. */
const revokeLimitMs = 2_500

/**
 * Takes back what a wallet allowed this site, where it can; most wallets can not, and then it is the site that forgets.
 *
 * @throws FoyerError `disconnect-failed`
 * @source https://eips.ethereum.org/EIPS/eip-2255; https://github.com/MetaMask/metamask-improvement-proposals/blob/main/MIPs/mip-2.md
 */
export async function revoke(provider: EvmProvider): Promise<void> {
  const call = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
  try {
    await timeLimit(ask(provider, call), { ms: revokeLimitMs })
  } catch (cause) {
    const isLate = cause instanceof FoyerError && cause.code === 'request-timed-out'
    if (!isLate && !isMethodUnsupported(cause)) throw new FoyerError('disconnect-failed', { cause })
  }
}
