import { type ChainId, namespaceOf } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { activeNetworkKey } from './pickNetwork.ts'

/** Makes `chainId` the active network of its namespace, and its namespace the active one. */
export function setActiveNetwork({ storage, store }: Foyer, chainId: ChainId): void {
  const namespace = namespaceOf(chainId)
  store.set((state) => ({
    ...state,
    activeNamespace: namespace,
    activeChainIds: { ...state.activeChainIds, [namespace]: chainId },
  }))
  storage.write(activeNetworkKey, chainId)
}
