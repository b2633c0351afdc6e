import { type ChainId, namespaceOf, toFoyerError } from '@foyer/protocol'
import { isBatchRefused } from '../calls/isBatchRefused.ts'
import { loadCalls } from '../calls/loadCalls.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { writeTransaction } from '../send/sendTransaction.ts'
import type { Transaction } from '../transaction.ts'
import { settle } from '../wait/settle.ts'
import type { SwapEvent } from './reduceSwap.ts'

/** Time for the wallet to have sent a batch, ms. */
const sentMs = 180_000

/** Asks the wallet to send the approval and the swap as one transaction. @throws FoyerError of the wallet */
export async function sendSwapBatch(
  foyer: Foyer,
  {
    chainId,
    signal,
    transactions,
  }: { chainId: ChainId; signal: AbortSignal; transactions: readonly Transaction[] },
): Promise<SwapEvent> {
  const { calls, connection } = await loadCalls(foyer, namespaceOf(chainId))
  const { address, provider } = connection
  try {
    const id = await walletRequest(foyer, {
      kind: 'send',
      namespace: namespaceOf(chainId),
      signal,
      run: (ended) =>
        calls.send({
          ...{ address, chainId, transactions },
          provider: provider.until?.(ended) ?? provider,
        }),
    })
    return { type: 'sent', hash: id }
  } catch (thrown) {
    if (isBatchRefused(toFoyerError(thrown))) return { type: 'apart', at: Date.now() }
    throw thrown
  }
}

/**
 * Waits until the wallet has sent a batch, and lists its transaction among the account's.
 *
 * @returns The transaction's id.
 * @throws FoyerError `request-timed-out`, `request-aborted`, `transaction-rejected`
 */
export async function waitForSwapBatch(
  foyer: Foyer,
  {
    address,
    chainId,
    id,
    signal,
  }: { address: string; chainId: ChainId; id: string; signal: AbortSignal },
): Promise<string> {
  const { calls, connection } = await loadCalls(foyer, namespaceOf(chainId))
  const { provider } = connection
  const hash = await settle((ended) => calls.wait({ chainId, id, provider, signal: ended }), {
    signal,
    timeoutMs: sentMs,
  })
  writeTransaction(foyer, {
    forAddress: address,
    namespace: namespaceOf(chainId),
    sent: { hash, chainId, sentAt: Date.now(), status: 'pending' },
  })
  return hash
}
