import { type TransactionReceipt, waitForTransaction } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'
import { useFoyerContext } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Waits until a transaction is in a block. Unmounting ends the wait.
 *
 * @param parameters.hash - The transaction id; the query is idle while it is undefined.
 * @param parameters.chainId - @default the network that it was sent on, else the wallet's network
 * @param parameters.namespace - @default the active one
 * @param parameters.timeoutMs - Timeout, ms. @default 180000
 * @returns A query whose `data.status` is `success` or `reverted`; fails as `waitForTransaction` of the core.
 * @example
 * ```ts
 * const { data: hash } = useSendTransaction()
 * const { data: receipt, isFetching } = useWaitForTransaction({ hash })
 * ```
 */
export function useWaitForTransaction({
  chainId,
  hash,
  namespace,
  timeoutMs,
}: {
  hash: string | undefined
  chainId?: ChainId | undefined
  namespace?: Namespace | undefined
  timeoutMs?: number | undefined
}): Query<TransactionReceipt> {
  const { foyer } = useFoyerContext()
  return useQuery({
    key: hash && `${chainId}:${namespace}:${hash}`,
    load: ({ signal }) =>
      waitForTransaction(foyer, { chainId, hash: hash as string, namespace, signal, timeoutMs }),
  })
}
