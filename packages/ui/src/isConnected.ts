import type { Foyer } from '@foyer/core'

/** True if the active namespace is connected. */
export function isConnected(foyer: Foyer): boolean {
  const { activeNamespace, connections } = foyer.store.get()
  return connections[activeNamespace]?.status === 'connected'
}
