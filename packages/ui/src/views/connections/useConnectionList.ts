import type { NamespaceConnection } from '@foyer/core'
import { useSyncExternalStore } from 'react'
import { useUi } from '../../context.ts'
import { readConnections } from '../../readConnections.ts'

export type Connections = readonly NamespaceConnection[]

/** Every connected namespace and its wallet. */
export function useConnectionList(): Connections {
  const { foyer } = useUi()
  return useSyncExternalStore(foyer.store.subscribe, () => readConnections(foyer))
}
