import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { learnAccount } from '../connection/learnAccount.ts'
import type { Foyer } from '../createFoyer.ts'
import { checkNetwork } from './checkNetwork.ts'
import type { Network } from './network.ts'
import { requireNetwork } from './requireNetwork.ts'
import { setActiveNetwork } from './setActiveNetwork.ts'
import { settleNetwork } from './settleNetwork.ts'

/**
 * Offers one more network; one with the same id is replaced.
 *
 * @throws FoyerError `adapter-not-found`, `options-invalid`
 * @source ledger 5.13
 */
export function addNetwork(foyer: Foyer, network: Network): void {
  checkNetwork(network)
  const { caipNetworkId, chainNamespace } = network
  readAdapter(foyer, chainNamespace)
  foyer.store.set((state) => {
    const isKnown = state.networks.some((one) => one.caipNetworkId === caipNetworkId)
    return {
      ...state,
      networks: isKnown
        ? state.networks.map((one) => (one.caipNetworkId === caipNetworkId ? network : one))
        : [...state.networks, network],
      activeChainIds: {
        ...state.activeChainIds,
        [chainNamespace]: state.activeChainIds[chainNamespace] ?? caipNetworkId,
      },
    }
  })
  const connection = foyer.store.get().connections[chainNamespace]
  if (connection?.status !== 'connected' || connection.chainId !== caipNetworkId) return
  // The wallet was there already, on a network that was not offered.
  settleNetwork(foyer, chainNamespace)
  learnAccount(foyer, chainNamespace)
}

/**
 * Offers a network no more. Visitors on it go to the first one left; a connected wallet on it stays, on a network that
 * is not supported.
 *
 * @throws FoyerError `adapter-not-found`, `network-undefined`, `options-invalid` (the last one stays)
 * @source ledger 5.13
 */
export function removeNetwork(foyer: Foyer, chainId: ChainId): void {
  const namespace = namespaceOf(chainId)
  readAdapter(foyer, namespace)
  requireNetwork(foyer, chainId)
  const { activeChainIds, activeNamespace, connections, networks } = foyer.store.get()
  const left = networks.filter(({ caipNetworkId }) => caipNetworkId !== chainId)
  const [first] = left
  if (!first) throw new FoyerError('options-invalid', { details: 'One network must stay.' })
  const next = left.find((network) => network.chainNamespace === namespace)
  const isInUse = activeChainIds[namespace] === chainId
  foyer.store.set((state) => ({
    ...state,
    networks: left,
    activeChainIds: isInUse
      ? { ...activeChainIds, [namespace]: next?.caipNetworkId }
      : activeChainIds,
  }))
  const connection = connections[namespace]
  const isStuck = connection?.status === 'connected' && connection.chainId === chainId
  if (isInUse && activeNamespace === namespace && (next || !isStuck))
    setActiveNetwork(foyer, (next ?? first).caipNetworkId)
  if (isStuck) settleNetwork(foyer, namespace)
}
