import { timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { ask } from './ask.ts'
import type { EvmProvider } from './evmProvider.ts'
import { isMethodUnsupported } from './isMethodUnsupported.ts'

/** Below core's 3 s for a disconnect: a wallet that ignores the request has not failed. */
const revokeLimitMs = 2_500

/**
 * Revokes the site's permission in the wallet, if supported; most wallets cannot, and only the site disconnects.
 *
 * @throws FoyerError `disconnect-failed`
 * @source https://eips.ethereum.org/EIPS/eip-2255;
 *   https://github.com/MetaMask/metamask-improvement-proposals/blob/main/MIPs/mip-2.md
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
