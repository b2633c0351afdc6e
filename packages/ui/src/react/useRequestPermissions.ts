import { type GrantedPermission, requestPermissions } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the user of the connected wallet to let other accounts act within limits.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` is what was granted; fails as `requestPermissions` of the core.
 * @example
 * ```ts
 * const { mutate } = useRequestPermissions()
 * ```
 */
export function useRequestPermissions({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<readonly GrantedPermission[], requestPermissions.Parameters> {
  return useFoyerMutation(requestPermissions, { namespace })
}
