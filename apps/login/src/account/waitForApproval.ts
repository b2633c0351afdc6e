import { FoyerError } from '@foyer/protocol'
import { loginDevice } from '@foyer/protocol/login'
import type { AccountSession } from './createPageAccount.ts'

/** Time limit of one call, in ms: the server answers within 25 s. @source security 2.9 */
const callMs = 40_000
/** Pause after a failed call, in ms. */
const pauseMs = 2_000

/**
 * Long-polls until the mailed link is approved, denied or expired. Retries when the connection breaks.
 * @throws {@link FoyerError} the server's error; `request-aborted`
 */
export async function waitForApproval(
  session: AccountSession,
  {
    expiresAt,
    onReachable,
    signal,
    txnId,
  }: {
    txnId: string
    /** ms since 1970. */
    expiresAt: number
    signal: AbortSignal
    /** Reports whether the server answers. */
    onReachable: (isReachable: boolean) => void
  },
): Promise<'approved' | 'denied' | 'expired'> {
  while (Date.now() < expiresAt && !signal.aborted) {
    try {
      const { status } = await session.call(loginDevice, { txnId }, { signal, limitMs: callMs })
      onReachable(true)
      if (status !== 'pending') return status
    } catch (error) {
      const isBroken =
        error instanceof FoyerError && ['http-failed', 'request-timed-out'].includes(error.code)
      if (!isBroken || signal.aborted) throw error
      onReachable(false)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  if (signal.aborted) throw new FoyerError('request-aborted')
  return 'expired'
}
