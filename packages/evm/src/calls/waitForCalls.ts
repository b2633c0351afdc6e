import type { Calls } from '@foyer/core'
import { delay } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { ask } from '../ask.ts'

const pauseMs = 1_000
/** Consecutive failures before giving up. */
const failureLimit = 5

const callsStatus = v.object({
  status: v.number(),
  receipts: v.optional(
    v.array(v.object({ transactionHash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i)) })),
    [],
  ),
})

/**
 * Waits until the wallet has a receipt of the calls.
 *
 * @returns The hash of the last transaction: the caller reads from the chain whether it succeeded.
 * @throws FoyerError `transaction-rejected` when the wallet could not send them, `request-aborted`
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export const waitForCalls: Calls['wait'] = async ({ chainId, id, provider, signal }) => {
  for (let failures = 0; ; ) {
    try {
      const method = 'wallet_getCallsStatus'
      const answer = await ask(provider, { method, params: [id], chainId })
      const { receipts, status } = v.parse(callsStatus, answer)
      const hash = receipts.at(-1)?.transactionHash
      if (hash !== undefined) return hash
      if (status >= 200)
        throw new FoyerError('transaction-rejected', {
          details: `The wallet reports status ${status} of the calls, and no transaction.`,
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
