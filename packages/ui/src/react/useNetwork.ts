import { type Network, readActiveChainId, readNetwork } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'
import { useMemo } from 'react'
import { useFoyerValue } from './FoyerContext.ts'

export type UseNetwork = {
  /** undefined when the wallet is on an unsupported network. */
  readonly network: Network | undefined
  readonly chainId: ChainId | undefined
  /** Networks of the site, filtered by the namespace if given. */
  readonly networks: readonly Network[]
}

/**
 * Returns the network of a namespace, and those to switch to with {@link useSwitchNetwork}.
 *
 * @param parameters.namespace - @default the active one
 */
export function useNetwork({ namespace }: { namespace?: Namespace | undefined } = {}): UseNetwork {
  const all = useFoyerValue((foyer) => foyer.store.get().networks)
  return {
    network: useFoyerValue((foyer) => readNetwork(foyer, namespace)),
    chainId: useFoyerValue((foyer) => readActiveChainId(foyer, namespace)),
    networks: useMemo(
      () => (namespace ? all.filter(({ chainNamespace }) => chainNamespace === namespace) : all),
      [all, namespace],
    ),
  }
}
