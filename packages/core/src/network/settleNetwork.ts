import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { findNetwork } from './readNetwork.ts'
import { setActiveNetwork } from './setActiveNetwork.ts'

/**
 * Makes the network of the connected wallet the one of its namespace, or says that the site does not offer it.
 *
 * @param parameters.activate - The namespace becomes the active one: the visitor chose it. @default false
 * @source ledger 4.24
 */
export function settleNetwork(
  foyer: Foyer,
  namespace: Namespace,
  { activate = false }: { activate?: boolean } = {},
): void {
  const { events, options, store } = foyer
  const connection = store.get().connections[namespace]
  if (connection?.status !== 'connected') return
  const { chainId } = connection
  if (activate) store.set((state) => ({ ...state, activeNamespace: namespace }))
  const isActive = store.get().activeNamespace === namespace
  if (findNetwork(store.get(), chainId)) {
    if (isActive) setActiveNetwork(foyer, chainId)
    else
      store.set((state) => ({
        ...state,
        activeChainIds: { ...state.activeChainIds, [namespace]: chainId },
      }))
  } else if (isActive && !options.allowUnsupportedChain && options.enableNetworkSwitch)
    events.emit('network:unsupported', { namespace, chainId })
}
