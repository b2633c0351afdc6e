import { type Network, readActiveChainId, readNetwork, switchNetwork } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'
import { useCallback, useMemo } from 'react'
import { useFoyerContext, useKit } from './FoyerContext.ts'

export type UseNetwork = {
  /** undefined when the wallet is on a network that the site does not offer. */
  readonly network: Network | undefined
  readonly chainId: ChainId | undefined
  /** What the site offers, of the namespace where one is named. */
  readonly networks: readonly Network[]
  /** @throws FoyerError as `switchNetwork` of the core */
  readonly switchNetwork: (chainId: ChainId) => Promise<void>
}

/**
 * The network of a namespace, and the way to another one.
 *
 * @param parameters.namespace - @default the active one
 */
export function useNetwork({ namespace }: { namespace?: Namespace | undefined } = {}): UseNetwork {
  const { foyer } = useFoyerContext()
  const all = useKit((kit) => kit.store.get().networks)
  return {
    network: useKit((kit) => readNetwork(kit, namespace)),
    chainId: useKit((kit) => readActiveChainId(kit, namespace)),
    networks: useMemo(
      () => (namespace ? all.filter(({ chainNamespace }) => chainNamespace === namespace) : all),
      [all, namespace],
    ),
    switchNetwork: useCallback((chainId) => switchNetwork(foyer, { chainId }), [foyer]),
  }
}
