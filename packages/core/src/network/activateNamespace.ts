import { FoyerError, type Namespace } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Foyer } from '../createFoyer.ts'
import { setActiveNetwork } from './setActiveNetwork.ts'
import { settleNetwork } from './settleNetwork.ts'

/**
 * Makes a namespace the active one, connected or not; a reload keeps it.
 *
 * @throws FoyerError `adapter-not-found`, `network-undefined` (the site offers none of this namespace)
 * @source ledger 4.23
 */
export function activateNamespace(foyer: Foyer, namespace: Namespace): void {
  readAdapter(foyer, namespace)
  const chainId = foyer.store.get().activeChainIds[namespace]
  if (!chainId)
    throw new FoyerError('network-undefined', { details: `No network of ${namespace} is offered.` })
  setActiveNetwork(foyer, chainId)
  settleNetwork(foyer, namespace)
}
