import { FoyerError, type Namespace } from '@foyer/protocol'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { loadPermissions } from './loadPermissions.ts'
import type { GrantedPermission, PermissionRequest } from './permission.ts'

/**
 * Asks the user of the connected wallet to let other accounts act within limits, on the wallet's network.
 *
 * @returns What was granted, in the order of `permissions`.
 * @throws FoyerError `params-invalid` (a permission without an end in the future, or for the account itself), `address-invalid`,
 *   `not-connected`, `network-undefined`, `user-rejected`, `unsupported-method`, `method-not-supported`,
 *   `unknown` (the wallet granted something else)
 * @source https://eips.ethereum.org/EIPS/eip-7715
 */
export async function requestPermissions(
  foyer: Foyer,
  { namespace, permissions: requests, signal }: requestPermissions.Parameters,
): Promise<readonly GrantedPermission[]> {
  const { adapter, connection, permissions } = await loadPermissions(foyer, namespace)
  const { address, chainId, provider } = connection
  requireNetwork(foyer, chainId)
  if (requests.length === 0) throw invalid('There is no permission to ask for.')
  for (const { expiresAt, to } of requests) {
    if (!(expiresAt > Date.now() && Number.isFinite(expiresAt)))
      throw invalid('expiresAt must be a moment in the future: a permission always ends.')
    if (!adapter.isAddress(to)) throw new FoyerError('address-invalid', { details: to })
    if (to.toLowerCase() === address.toLowerCase())
      throw invalid('to must be another account than the one that grants.')
  }
  return walletRequest(foyer, {
    kind: 'sign',
    namespace: adapter.namespace,
    signal,
    run: (ended) =>
      permissions.request({
        ...{ address, chainId, requests },
        provider: provider.until?.(ended) ?? provider,
      }),
  })
}

export declare namespace requestPermissions {
  type Parameters = {
    /** At least one; the user grants all or none. */
    permissions: readonly PermissionRequest[]
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  }
}

const invalid = (details: string) => new FoyerError('params-invalid', { details })
