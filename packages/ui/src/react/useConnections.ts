import { activateNamespace, type NamespaceConnection } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback } from 'react'
import { readConnections } from '../readConnections.ts'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'

export type UseConnections = {
  /** Every connected namespace and its wallet, in the order of the site's networks. */
  readonly connections: readonly NamespaceConnection[]
  /** The default namespace of hooks. */
  readonly activeNamespace: Namespace
  /** @throws FoyerError as `activateNamespace` of the core */
  readonly activate: (namespace: Namespace) => void
}

/** Returns the connected wallets, one per namespace, and the active namespace. */
export function useConnections(): UseConnections {
  const { foyer } = useFoyerContext()
  return {
    connections: useFoyerValue(readConnections),
    activeNamespace: useFoyerValue((foyer) => foyer.store.get().activeNamespace),
    activate: useCallback((namespace) => activateNamespace(foyer, namespace), [foyer]),
  }
}
