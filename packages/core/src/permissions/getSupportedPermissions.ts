import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { loadPermissions } from './loadPermissions.ts'
import type { SupportedPermissions } from './permission.ts'

/**
 * Asks the connected wallet which permissions it can grant.
 *
 * @returns By type; empty if the wallet does not say.
 * @throws FoyerError `not-connected`, `method-not-supported` (a namespace without permissions)
 * @source https://eips.ethereum.org/EIPS/eip-7715
 */
export async function getSupportedPermissions(
  foyer: Foyer,
  {
    namespace,
  }: {
    /** @default the active one */
    namespace?: Namespace | undefined
  } = {},
): Promise<SupportedPermissions> {
  const { connection, permissions } = await loadPermissions(foyer, namespace)
  return (await permissions.getSupported({ provider: connection.provider })) ?? {}
}
