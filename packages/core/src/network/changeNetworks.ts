import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { dispatch } from '../connection/machine/dispatch.ts'
import type { Foyer } from '../foyer.ts'
import { checkNetwork } from './checkNetwork.ts'
import type { Network } from './network.ts'
import { requireNetwork } from './requireNetwork.ts'

/**
 * Adds a network; one with the same id is replaced.
 *
 * @throws FoyerError `adapter-not-found`, `options-invalid`
 * @source spec 5.13
 */
export function addNetwork(foyer: Foyer, network: Network): void {
  checkNetwork(network)
  readAdapter(foyer, network.chainNamespace)
  dispatch(foyer, { type: 'network:added', network })
}

/**
 * Removes a network. If it was active, the first remaining one becomes active; a connected wallet stays, on an
 * unsupported network.
 *
 * @throws FoyerError `adapter-not-found`, `network-undefined`, `options-invalid` (the last one stays)
 * @source spec 5.13
 */
export function removeNetwork(foyer: Foyer, chainId: ChainId): void {
  readAdapter(foyer, namespaceOf(chainId))
  requireNetwork(foyer, chainId)
  if (foyer.store.get().networks.length === 1)
    throw new FoyerError('options-invalid', { details: 'One network must stay.' })
  dispatch(foyer, { type: 'network:removed', chainId })
}
