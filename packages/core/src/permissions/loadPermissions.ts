import { FoyerError, type Namespace } from '@foyer/protocol'
import { loadCalls } from '../calls/loadCalls.ts'
import type { Foyer } from '../foyer.ts'
import type { Permissions } from './permission.ts'

/**
 * Loads what the adapter of a connected wallet knows of permissions.
 *
 * @throws FoyerError `not-connected`, `adapter-not-found`, `method-not-supported` (a namespace without permissions)
 */
export async function loadPermissions(
  foyer: Foyer,
  namespace: Namespace | undefined,
): Promise<Awaited<ReturnType<typeof loadCalls>> & { permissions: Permissions }> {
  const loaded = await loadCalls(foyer, namespace)
  const permissions = await loaded.calls.permissions?.()
  if (!permissions)
    throw new FoyerError('method-not-supported', { details: loaded.adapter.namespace })
  return { ...loaded, permissions }
}
