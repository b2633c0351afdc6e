import { getSupportedPermissions, type SupportedPermissions } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useFoyerContext } from './FoyerContext.ts'
import { useOwner } from './useOwner.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Reads which permissions the connected wallet can grant, by type.
 *
 * @param parameters.namespace - @default the active one
 * @returns A query; `data` is empty if the wallet does not say. Fails as `getSupportedPermissions` of the core.
 * @example const { data } = useSupportedPermissions()
 */
export function useSupportedPermissions({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Query<SupportedPermissions> {
  const { foyer } = useFoyerContext()
  const key = useOwner(namespace)
  return useQuery({ key, load: () => getSupportedPermissions(foyer, { namespace }) })
}
