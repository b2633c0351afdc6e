import { getCapabilities, type WalletCapabilities } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'
import { useFoyerContext } from './FoyerContext.ts'
import { useOwner } from './useOwner.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Reads what the connected wallet can do with calls, by network: `atomic`, `paymasterService`.
 *
 * @param parameters.namespace - @default the active one
 * @returns A query; `data` is empty for wallets without batches. Fails as `getCapabilities` of the core.
 * @example
 * ```ts
 * const { data } = useCapabilities()
 * const isAtomic = data?.['eip155:1']?.atomic === 'supported'
 * ```
 */
export function useCapabilities({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Query<Readonly<Record<ChainId, WalletCapabilities>>> {
  const { foyer } = useFoyerContext()
  const key = useOwner(namespace)
  return useQuery({ key, load: () => getCapabilities(foyer, { namespace }) })
}
