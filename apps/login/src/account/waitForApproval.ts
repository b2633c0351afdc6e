import { FoyerError } from '@foyer/protocol'
import { loginDevice } from '@foyer/protocol/login'
import type { AccountSession } from './createPageAccount.ts'

/** One call waits 25 s at the server. @source security 2.9 */
const callMs = 40_000
/** After a failure, ms. */
const pauseMs = 2_000

/**
 * Waits for the link of the mail, in repeated calls, until it is decided or expired. Retries when the connection
 * breaks.
 * @throws {@link FoyerError} what the server refuses with; `request-aborted`
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
