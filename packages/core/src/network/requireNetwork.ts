import { type ChainId, FoyerError } from '@foyer/protocol'
import { alert } from '../alerts/alert.ts'
import type { Foyer } from '../foyer.ts'
import type { Network } from './network.ts'
import { findNetwork } from './readNetwork.ts'

/**
 * Returns the offered network with this id.
 *
 * @throws FoyerError `network-undefined`, with the alert Network Not Found
 * @source spec 8.14, 8.20
 */
export function requireNetwork(foyer: Foyer, chainId: ChainId): Network {
  const network = findNetwork(foyer.store.get(), chainId)
  if (network) return network
  alert(foyer, 'network-not-found')
  throw new FoyerError('network-undefined', {
    details: `${chainId} is not in the networks of the options.`,
  })
}
