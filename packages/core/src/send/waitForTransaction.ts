import { type ChainId, FoyerError, type Namespace } from '@foyer/protocol'
import { emptyDetails } from '../account/account.ts'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import type { TransactionReceipt } from '../transaction.ts'
import { settle } from '../wait/settle.ts'
import { refreshSpent } from './refreshSpent.ts'
import { writeTransaction } from './sendTransaction.ts'

/** Time for a transaction to be in a block, ms. */
const minedMs = 180_000

/**
 * Waits until a transaction is in a block, then refreshes the balances that were loaded.
 *
 * @param parameters.timeoutMs - @default 180000
 * @throws FoyerError `not-connected`, `request-timed-out`, `request-aborted`, `method-not-supported`
 */
export async function waitForTransaction(
  foyer: Foyer,
  {
    chainId,
    hash,
    namespace,
    signal,
    timeoutMs = minedMs,
  }: {
    /** @default the wallet's network */
    chainId?: ChainId | undefined
    hash: string
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
    timeoutMs?: number | undefined
  },
): Promise<TransactionReceipt> {
  const { adapter, connection } = readConnection(foyer, namespace)
  const wait = adapter.waitForTransaction
  if (!wait) throw new FoyerError('method-not-supported', { details: adapter.namespace })
  const sent = foyer.store
    .get()
    .details[adapter.namespace]?.transactions.find((one) => one.hash === hash)
  const network = requireNetwork(foyer, chainId ?? sent?.chainId ?? connection.chainId)
  const receipt = await settle(
    (ended) => wait({ hash, rpc: createRpc(foyer, network), signal: ended }),
    { signal, timeoutMs },
  )
  const { transactions } = foyer.store.get().details[adapter.namespace] ?? emptyDetails
  const known = transactions.find((one) => one.hash === hash)
  if (known)
    writeTransaction(foyer, {
      forAddress: connection.address,
      namespace: adapter.namespace,
      sent: { ...known, status: receipt.status },
    })
  refreshSpent(foyer, adapter.namespace)
  return receipt
}
