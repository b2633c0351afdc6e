import { type ChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import { readOwner } from '../../account/readOwner.ts'
import { findNetwork } from '../../network/readNetwork.ts'
import type { FoyerState } from '../../state.ts'
import type { EventOf, Run } from './connectionEvent.ts'
import { setOwner } from './placeConnection.ts'
import { shownAttempt } from './shownAttempt.ts'

/** Writes the new network of a connected wallet. */
export function setWalletNetwork(
  state: FoyerState,
  { chainId, namespace }: { chainId: ChainId; namespace: Namespace },
  run: Run,
): FoyerState {
  const owner = readOwner(state, namespace)
  if (!owner || owner.chainId === chainId) return state
  run({ type: 'store:connection', namespace })
  run({ type: 'load', namespace, tokens: false })
  return settleNetwork(setOwner(state, namespace, { ...owner, chainId }), namespace, run)
}

/** Makes a network the active one of its namespace, and its namespace the active one. */
export function chooseNetwork(
  state: FoyerState,
  event: EventOf<'network:chosen'>,
  run: Run,
): FoyerState {
  const { chainId, moved, tokens } = event
  const namespace = namespaceOf(chainId)
  const next = moved ? setWalletNetwork(state, { chainId, namespace }, run) : state
  if (tokens) run({ type: 'load', namespace, tokens })
  if (!findNetwork(next, chainId)) return next
  run({ type: 'store:network', chainId })
  return {
    ...next,
    activeNamespace: namespace,
    activeChainIds: { ...next.activeChainIds, [namespace]: chainId },
    lostNamespace: undefined,
  }
}

/**
 * Makes the wallet's network the one of its namespace, or reports that the site does not offer it.
 *
 * @source spec 4.24
 */
export function settleNetwork(state: FoyerState, namespace: Namespace, run: Run): FoyerState {
  const connection = state.connections[namespace]
  if (connection?.status !== 'connected') return state
  const { chainId } = connection
  const isActive = state.activeNamespace === namespace
  if (!findNetwork(state, chainId)) {
    if (isActive) run({ type: 'unsupported', namespace, chainId })
    return state
  }
  if (isActive) run({ type: 'store:network', chainId })
  return { ...state, activeChainIds: { ...state.activeChainIds, [namespace]: chainId } }
}

/** Makes a namespace active, on its network. */
export function activate(state: FoyerState, namespace: Namespace, run: Run): FoyerState {
  const chainId = state.activeChainIds[namespace]
  if (chainId) run({ type: 'store:network', chainId })
  const next = { ...state, activeNamespace: namespace, lostNamespace: undefined }
  return settleNetwork(next, namespace, run)
}

/**
 * Activates another connected namespace when the connection of the active one ends: now, or as soon as one connects. A
 * namespace that was never connected stays active.
 */
export function replaceLost(state: FoyerState, run: Run): FoyerState {
  const { activeNamespace, connections, lostNamespace, networks } = state
  if (lostNamespace === undefined) return state
  const isConnected = (one: Namespace) => connections[one]?.status === 'connected'
  if (lostNamespace !== activeNamespace || isConnected(activeNamespace))
    return { ...state, lostNamespace: undefined }
  if (shownAttempt(state, activeNamespace)?.silent === false) return state
  const order = [
    ...networks.map(({ chainNamespace }) => chainNamespace),
    ...(Object.keys(connections) as Namespace[]),
  ]
  const next = order.find((one) => isConnected(one) && state.activeChainIds[one])
  return next ? activate(state, next, run) : state
}
