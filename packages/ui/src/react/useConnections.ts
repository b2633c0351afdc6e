import { activateNamespace, type NamespaceConnection } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback } from 'react'
import { readConnections } from '../readConnections.ts'
import { useFoyerContext, useKit } from './FoyerContext.ts'

export type UseConnections = {
  /** Every connected namespace and its wallet, in the order of the site's networks. */
  readonly connections: readonly NamespaceConnection[]
  /** The one that hooks without a namespace speak of. */
  readonly activeNamespace: Namespace
  /** @throws FoyerError as `activateNamespace` of the core */
  readonly activate: (namespace: Namespace) => void
}

/** The wallets that are connected, one a namespace, and which of them is in use. */
export function useConnections(): UseConnections {
  const { foyer } = useFoyerContext()
  return {
    connections: useKit(readConnections),
    activeNamespace: useKit((kit) => kit.store.get().activeNamespace),
    activate: useCallback((namespace) => activateNamespace(foyer, namespace), [foyer]),
  }
}
