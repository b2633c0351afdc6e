import { FoyerError, type Namespace } from '@foyer/protocol'
import type { SentTransaction } from '../account/account.ts'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import type { Transaction } from '../transaction.ts'

/** Number of an account's own transactions to remember. @source spec 9.6 */
export const transactionLimit = 99

/**
 * Asks the connected wallet to sign and send a transaction on its network. It is listed as pending in the account's
 * `transactions`; {@link waitForTransaction} reports its outcome.
 *
 * @returns The transaction id.
 * @throws FoyerError `not-connected`, `user-rejected`, `network-undefined`, `method-not-supported`,
 *   `request-timed-out`, `params-invalid`
 * @source spec 1.5
 */
export async function sendTransaction(
  foyer: Foyer,
  {
    namespace,
    signal,
    transaction,
  }: {
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
    transaction: Transaction
  },
): Promise<string> {
  const { adapter, connection } = readConnection(foyer, namespace)
  const send = adapter.sendTransaction
  if (!send) throw new FoyerError('method-not-supported', { details: adapter.namespace })
  const { address, chainId, provider } = connection
  const network = requireNetwork(foyer, chainId)
  const hash = await walletRequest(foyer, {
    kind: 'send',
    namespace: adapter.namespace,
    signal,
    run: (ended) =>
      send({
        address,
        network,
        provider: provider.until?.(ended) ?? provider,
        rpc: createRpc(foyer, network),
        transaction,
      }),
  })
  writeTransaction(foyer, {
    forAddress: address,
    namespace: adapter.namespace,
    sent: { hash, chainId, sentAt: Date.now(), status: 'pending' },
  })
  return hash
}

/** Updates the entry of a sent transaction. */
export function writeTransaction(
  foyer: Foyer,
  {
    forAddress,
    namespace,
    sent,
  }: { forAddress: string; namespace: Namespace; sent: SentTransaction },
): void {
  setDetails(foyer, {
    forAddress,
    namespace,
    details: ({ transactions }) => ({
      transactions: transactions.some(({ hash }) => hash === sent.hash)
        ? transactions.map((one) => (one.hash === sent.hash ? sent : one))
        : [sent, ...transactions].slice(0, transactionLimit),
    }),
  })
}
