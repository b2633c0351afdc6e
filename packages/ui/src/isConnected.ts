import type { Foyer } from '@foyer/core'

/** Whether the namespace that the visitor looks at is connected. */
export function isConnected(foyer: Foyer): boolean {
  const { activeNamespace, connections } = foyer.store.get()
  return connections[activeNamespace]?.status === 'connected'
}
