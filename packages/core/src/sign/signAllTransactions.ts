import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Asks the connected wallet to sign several transactions at once, without sending them.
 *
 * @returns The signed transactions in order, encoded as usual in the namespace: base64 on Solana.
 * @throws FoyerError `params-invalid` (none given), `not-connected`, `method-not-supported`, `network-undefined`,
 *   `user-rejected`, `request-timed-out`
 */
export async function signAllTransactions(
  foyer: Foyer,
  {
    namespace,
    signal,
    transactions,
  }: {
    transactions: readonly Transaction[]
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  },
): Promise<string[]> {
  const { adapter, connection } = readConnection(foyer, namespace)
  const sign = adapter.signTransactions
  if (!sign) throw new FoyerError('method-not-supported', { details: adapter.namespace })
  if (transactions.length === 0)
    throw new FoyerError('params-invalid', { details: 'transactions is empty.' })
  const { address, chainId, provider } = connection
  const network = requireNetwork(foyer, chainId)
  const signed = await walletRequest(foyer, {
    kind: 'sign',
    namespace: adapter.namespace,
    signal,
    run: (ended) =>
      sign({ address, network, provider: provider.until?.(ended) ?? provider, transactions }),
  })
  if (signed.length === transactions.length) return signed
  throw new FoyerError('unknown', {
    details: `The wallet signed ${signed.length} of ${transactions.length} transactions.`,
  })
}
