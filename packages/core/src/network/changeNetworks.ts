import { type ChainId, FoyerError } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Foyer } from '../createFoyer.ts'
import type { Network } from './network.ts'
import { setActiveNetwork } from './pickNetwork.ts'
import { requireNetwork } from './requireNetwork.ts'

/**
 * Offers one more network; one with the same id is replaced.
 *
 * @throws FoyerError `adapter-not-found`
 * @source ledger 5.13
 */
export function addNetwork(foyer: Foyer, network: Network): void {
  readAdapter(foyer, network.chainNamespace)
  foyer.store.set((state) => ({
    ...state,
    networks: [
      ...state.networks.filter(({ caipNetworkId }) => caipNetworkId !== network.caipNetworkId),
      network,
    ],
    activeChainIds: {
      [network.chainNamespace]: network.caipNetworkId,
      ...state.activeChainIds,
    },
  }))
}

/**
 * Offers a network no more. Visitors on it go to the first one left, or see that it is not supported.
 *
 * @throws FoyerError `network-undefined`, `adapter-not-found`, `options-invalid` (the last one stays)
 * @source ledger 5.13
 */
export function removeNetwork(foyer: Foyer, chainId: ChainId): void {
  const { chainNamespace } = requireNetwork(foyer, chainId)
  readAdapter(foyer, chainNamespace)
  const { activeChainIds, activeNamespace, networks } = foyer.store.get()
  const left = networks.filter(({ caipNetworkId }) => caipNetworkId !== chainId)
  const [first] = left
  if (!first) throw new FoyerError('options-invalid', { details: 'One network must stay.' })
  foyer.store.set((state) => ({ ...state, networks: left }))
  if (activeChainIds[chainNamespace] !== chainId) return
  const next = left.find((network) => network.chainNamespace === chainNamespace)
  const wasActive = activeNamespace === chainNamespace
  foyer.store.set((state) => ({
    ...state,
    activeChainIds: { ...state.activeChainIds, [chainNamespace]: next?.caipNetworkId },
  }))
  if (wasActive) setActiveNetwork(foyer, (next ?? first).caipNetworkId)
}
