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

/** Returns the CAIP-2 id of a namespace's network, which the site may not offer. */
export function readActiveChainId(foyer: Foyer, namespace?: Namespace): ChainId | undefined {
  const state = foyer.store.get()
  const ns = namespace ?? state.activeNamespace
  const connection = state.connections[ns]
  return connection?.status === 'connected' ? connection.chainId : state.activeChainIds[ns]
}

/** Returns the network of a namespace; undefined if the site does not offer it. */
export function readNetwork(foyer: Foyer, namespace?: Namespace): Network | undefined {
  const chainId = readActiveChainId(foyer, namespace)
  return chainId && findNetwork(foyer.store.get(), chainId)
}
