import { type ChainId, FoyerError, type Namespace } from '@foyer/protocol'
import { alert } from '../alerts/alert.ts'
import type { Foyer } from '../createFoyer.ts'
import type { FoyerState } from '../state.ts'
import type { Network } from './network.ts'

export function findNetwork(
  state: Pick<FoyerState, 'networks'>,
  chainId: ChainId,
): Network | undefined {
  return state.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
}

/** The CAIP-2 id that a namespace is on, which may be one that the site does not offer. */
export function readActiveChainId(foyer: Foyer, namespace?: Namespace): ChainId | undefined {
  const state = foyer.store.get()
  const ns = namespace ?? state.activeNamespace
  const connection = state.connections[ns]
  return connection?.status === 'connected' ? connection.chainId : state.activeChainIds[ns]
}

/** The network that a namespace is on; undefined when the site does not offer it. */
export function readNetwork(foyer: Foyer, namespace?: Namespace): Network | undefined {
  const chainId = readActiveChainId(foyer, namespace)
  return chainId && findNetwork(foyer.store.get(), chainId)
}

/**
 * The offered network with this id.
 *
 * @throws FoyerError `network-undefined`, with the alert Network Not Found
 * @source ledger 8.14, 8.20
 */
export function requireNetwork(foyer: Foyer, chainId: ChainId): Network {
  const network = findNetwork(foyer.store.get(), chainId)
  if (network) return network
  alert(foyer, 'network-not-found')
  throw new FoyerError('network-undefined', {
    details: `${chainId} is not in the networks of the options.`,
  })
}
