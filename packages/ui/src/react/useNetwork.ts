import { type Network, readActiveChainId, readNetwork } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'
import { useMemo } from 'react'
import { useKit } from './FoyerContext.ts'

export type UseNetwork = {
  /** undefined when the wallet is on a network that the site does not offer. */
  readonly network: Network | undefined
  readonly chainId: ChainId | undefined
  /** What the site offers, of the namespace where one is named. */
  readonly networks: readonly Network[]
}

/**
 * The network of a namespace, and those that {@link useSwitchNetwork} goes to.
 *
 * @param parameters.namespace - @default the active one
 */
export function useNetwork({ namespace }: { namespace?: Namespace | undefined } = {}): UseNetwork {
  const all = useKit((kit) => kit.store.get().networks)
  return {
    network: useKit((kit) => readNetwork(kit, namespace)),
    chainId: useKit((kit) => readActiveChainId(kit, namespace)),
    networks: useMemo(
      () => (namespace ? all.filter(({ chainNamespace }) => chainNamespace === namespace) : all),
      [all, namespace],
    ),
  }
}
