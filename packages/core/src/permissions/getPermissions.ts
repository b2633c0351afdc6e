import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { loadPermissions } from './loadPermissions.ts'
import type { GrantedPermission } from './permission.ts'

/**
 * Asks the connected wallet which permissions this site has.
 *
 * @throws FoyerError `not-connected`, `unsupported-method`, `method-not-supported` (a namespace without permissions)
 * @source https://eips.ethereum.org/EIPS/eip-7715
 */
export async function getPermissions(
  foyer: Foyer,
  {
    namespace,
  }: {
    /** @default the active one */
    namespace?: Namespace | undefined
  } = {},
): Promise<readonly GrantedPermission[]> {
  const { connection, permissions } = await loadPermissions(foyer, namespace)
  return permissions.getGranted({ provider: connection.provider })
}
