import { type GrantedPermission, getPermissions } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useFoyerContext } from './FoyerContext.ts'
import { useOwner } from './useOwner.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Reads which permissions this site has from the connected wallet.
 *
 * @param parameters.namespace - @default the active one
 * @returns A query; fails as `getPermissions` of the core.
 * @example const { data = [] } = usePermissions()
 */
export function usePermissions({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Query<readonly GrantedPermission[]> {
  const { foyer } = useFoyerContext()
  const key = useOwner(namespace)
  return useQuery({ key, load: () => getPermissions(foyer, { namespace }) })
}
