import { isFoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { refreshSpent } from '../send/refreshSpent.ts'
import { writeTransaction } from '../send/sendTransaction.ts'
import { delay } from '../wait/delay.ts'
import { settle } from '../wait/settle.ts'
import { type CallsStatus, getCallsStatus } from './getCallsStatus.ts'

/** Pause between two questions, ms. */
const pauseMs = 1_000
/** Failures in a row before giving up. */
const failureLimit = 5
/** Time for calls to be in blocks, ms. */
const minedMs = 180_000

/**
 * Waits until no call is pending, lists the transactions among the account's, and refreshes its balances.
 *
 * @param parameters.timeoutMs - @default 180000
 * @throws FoyerError `request-timed-out`, `request-aborted`, and as {@link getCallsStatus}
 */
export async function waitForCallsStatus(
  foyer: Foyer,
  {
    id,
    namespace,
    signal,
    timeoutMs = minedMs,
  }: {
    id: string
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
    timeoutMs?: number | undefined
  },
): Promise<CallsStatus> {
  const { activeNamespace, connections } = foyer.store.get()
  const sender = connections[namespace ?? activeNamespace]
  const found = await settle((ended) => poll(foyer, { id, namespace, signal: ended }), {
    signal,
    timeoutMs,
  })
  const spent = namespaceOf(found.chainId)
  const listed = foyer.store.get().details[spent]?.transactions ?? []
  if (sender?.status === 'connected')
    for (const { hash, status } of found.receipts) {
      const known = listed.find((one) => one.hash === hash)
      writeTransaction(foyer, {
        forAddress: sender.address,
        namespace: spent,
        sent: { hash, chainId: found.chainId, sentAt: Date.now(), ...known, status },
      })
    }
  refreshSpent(foyer, spent)
  return found
}

async function poll(
  foyer: Foyer,
  { id, namespace, signal }: { id: string; namespace?: Namespace | undefined; signal: AbortSignal },
): Promise<CallsStatus> {
  for (let failures = 0; ; ) {
    try {
      const found = await getCallsStatus(foyer, { id, namespace })
      if (found.status !== 'pending') return found
      failures = 0
    } catch (error) {
      failures += 1
      const isFinal =
        isFoyerError(error) && ['bundle-unknown', 'not-connected'].includes(error.code)
      if (isFinal || failures === failureLimit) throw error
    }
    await delay(pauseMs, signal)
  }
}
