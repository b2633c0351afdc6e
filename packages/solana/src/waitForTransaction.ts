import type { Rpc, TransactionReceipt } from '@foyer/core'
import { abortable, delay } from '@foyer/core/internal'
import { FoyerError, toFoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { askNode, count, inContext } from './askNode.ts'

const firstDelayMs = 400
const longestDelayMs = 2_000
const growth = 1.3
/** Consecutive failures before giving up; each already includes its own retries. */
const failureLimit = 5
/**
 * Blocks after which an earlier transaction cannot be confirmed any more: 150 for its blockhash, the rest for
 * differences between nodes behind one address.
 *
 * @source https://solana.com/developers/guides/advanced/confirmation
 */
const blocksUntilExpired = 150n + 32n

const statuses = v.tuple([
  v.nullable(
    v.object({
      slot: count,
      err: v.unknown(),
      confirmations: v.nullish(v.number()),
      confirmationStatus: v.nullish(v.string()),
    }),
  ),
])

/**
 * Waits until a transaction is in a block that most of the network has confirmed.
 *
 * @returns `blockNumber` is the slot.
 * @throws FoyerError `request-aborted`; `transaction-rejected` when its blockhash has expired; after 5 failures in a row
 *   `rpc-failed`, or the error of `rpc`
 * @source https://solana.com/docs/rpc/http/getsignaturestatuses
 */
export async function waitForTransaction({
  hash,
  rpc,
  signal,
}: waitForTransaction.Parameters): Promise<TransactionReceipt> {
  const readHeight = () =>
    abortable(
      askNode(rpc, count, { method: 'getBlockHeight', params: [{ commitment: 'confirmed' }] }),
      signal,
    )
  const readStatus = async () => {
    const [status] = await abortable(
      askNode(rpc, inContext(statuses), {
        method: 'getSignatureStatuses',
        params: [[hash], { searchTransactionHistory: true }],
      }),
      signal,
    )
    return status
  }

  let lastHeight: bigint | undefined
  let failures = 0
  for (let ms = firstDelayMs; ; ms = Math.min(ms * growth, longestDelayMs)) {
    try {
      // Read the height first: a transaction that is missing afterwards was missing at that height.
      const height = await readHeight()
      lastHeight ??= height + blocksUntilExpired
      const status = await readStatus()
      if (status && isConfirmed(status))
        return {
          hash,
          status: status.err === null ? 'success' : 'reverted',
          blockNumber: status.slot,
        }
      if (!status && height > lastHeight) break
      failures = 0
    } catch (error) {
      failures += 1
      if (signal.aborted || failures === failureLimit) throw toFoyerError(error, 'rpc-failed')
    }
    await delay(ms, signal)
  }
  throw new FoyerError('transaction-rejected', {
    details: `${hash} is in no block, and the block that it names has become too old. Send it again.`,
  })
}

export declare namespace waitForTransaction {
  type Parameters = { hash: string; rpc: Rpc; signal: AbortSignal }
}

/** Old nodes have no status: final if they no longer count confirmations. */
function isConfirmed({
  confirmationStatus,
  confirmations,
}: {
  confirmationStatus?: string | null | undefined
  confirmations?: number | null | undefined
}): boolean {
  if (confirmationStatus === undefined || confirmationStatus === null) return confirmations === null
  return confirmationStatus === 'confirmed' || confirmationStatus === 'finalized'
}
