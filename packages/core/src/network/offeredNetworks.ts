import { type ChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import type { FoyerState } from '../state.ts'
import type { Network } from './network.ts'

/** Adds a network; one with the same id is replaced. */
export function offerNetwork(state: FoyerState, network: Network): FoyerState {
  const { caipNetworkId, chainNamespace } = network
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
}

/**
 * Removes a network; if it was active, the first remaining one becomes active.
 *
 * @returns The state, with a flag for a wallet that stays on the removed network.
 */
export function withdrawNetwork(
  state: FoyerState,
  { chainId }: { chainId: ChainId },
): {
  state: FoyerState
  activeChainId: ChainId | undefined
  isStuck: boolean
  namespace: Namespace
} {
  const namespace = namespaceOf(chainId)
  const { activeChainIds, activeNamespace, connections } = state
  const networks = state.networks.filter(({ caipNetworkId }) => caipNetworkId !== chainId)
  const next = networks.find((network) => network.chainNamespace === namespace)
  const isInUse = activeChainIds[namespace] === chainId
  const connection = connections[namespace]
  const isStuck = connection?.status === 'connected' && connection.chainId === chainId
  const isLeft = isInUse && activeNamespace === namespace && (next || !isStuck)
  const active = isLeft ? (next ?? networks[0]) : undefined
  return {
    isStuck,
    namespace,
    activeChainId: active?.caipNetworkId,
    state: {
      ...state,
      networks,
      activeNamespace: active?.chainNamespace ?? activeNamespace,
      activeChainIds: {
        ...activeChainIds,
        ...(isInUse && { [namespace]: next?.caipNetworkId }),
        ...(active && { [active.chainNamespace]: active.caipNetworkId }),
      },
    },
  }
}
