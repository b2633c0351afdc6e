import { activateNamespace, type Foyer, selectAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'

/**
 * Activates a connected wallet.
 *
 * @param parameters.address - Another of its accounts. @default the one that it is on
 * @throws FoyerError as `selectAccount` and `activateNamespace` of the core
 */
export async function chooseConnection(
  foyer: Foyer,
  { address, namespace }: { namespace: Namespace; address?: string | undefined },
): Promise<void> {
  if (address !== undefined) selectAccount(foyer, { address, namespace })
  activateNamespace(foyer, namespace)
}
