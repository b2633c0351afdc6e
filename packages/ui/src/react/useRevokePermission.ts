import { revokePermission } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to end a permission.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation; fails as `revokePermission` of the core.
 * @example const { mutate } = useRevokePermission()
 */
export function useRevokePermission({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<void, Parameters<typeof revokePermission>[1]> {
  return useFoyerMutation(revokePermission, { namespace })
}
