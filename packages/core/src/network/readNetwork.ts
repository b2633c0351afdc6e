import type { ChainId, Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
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
