import type { Calls } from '@foyer/core'
import { delay } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { getStatus } from './getStatus.ts'

const pauseMs = 1_000
/** Consecutive failures before giving up. */
const failureLimit = 5

/**
 * Waits until the wallet has a receipt of the calls.
 *
 * @returns The hash of the last transaction: the caller reads from the chain whether it succeeded.
 * @throws FoyerError `transaction-rejected` when the wallet could not send them, `request-aborted`
 */
export const waitForCalls: Calls['wait'] = async ({ signal, ...asked }) => {
  for (let failures = 0; ; ) {
    try {
      const { receipts, status } = await getStatus(asked)
      const hash = receipts.at(-1)?.hash
      if (hash !== undefined) return hash
      if (status !== 'pending')
        throw new FoyerError('transaction-rejected', {
          details: 'The wallet reports that the calls are over, and no transaction.',
        })
      failures = 0
    } catch (error) {
      failures += 1
      const isFinal = error instanceof FoyerError && error.code === 'transaction-rejected'
      if (isFinal || failures === failureLimit) throw error
    }
    await delay(pauseMs, signal)
  }
}
