import type { Namespace } from '@foyer/protocol'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { loadPermissions } from './loadPermissions.ts'

/**
 * Asks the connected wallet to end a permission. Only a transaction ends it for sure: the wallet may send one.
 *
 * @param parameters.context - That of the granted permission.
 * @throws FoyerError `not-connected`, `user-rejected`, `unsupported-method`, `method-not-supported`
 * @source https://eips.ethereum.org/EIPS/eip-7715
 */
export async function revokePermission(
  foyer: Foyer,
  {
    context,
    namespace,
    signal,
  }: {
    context: string
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  },
): Promise<void> {
  const { adapter, connection, permissions } = await loadPermissions(foyer, namespace)
  const { provider } = connection
  await walletRequest(foyer, {
    kind: 'sign',
    namespace: adapter.namespace,
    signal,
    run: (ended) => permissions.revoke({ context, provider: provider.until?.(ended) ?? provider }),
  })
}
