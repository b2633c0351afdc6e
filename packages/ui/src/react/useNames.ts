import { getNames, readAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { AccountName } from '@foyer/protocol/api'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Reads the names of the connected account.
 *
 * @param parameters.namespace - @default the active one
 * @returns A query, pending without a connected account; fails as `getNames` of the core.
 * @example
 * ```tsx
 * const { data: names = [] } = useNames()
 * return names.map(({ name }) => <p key={name}>{name}</p>)
 * ```
 */
export function useNames({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Query<readonly AccountName[]> {
  const { foyer } = useFoyerContext()
  const { address, status } = useFoyerValue((foyer) => readAccount(foyer, namespace))
  return useQuery<readonly AccountName[]>({
    key: status === 'connected' ? address : undefined,
    load: ({ signal }) => getNames(foyer, { namespace, signal }),
  })
}
