import { type Foyer, listConnections, type NamespaceConnection } from '@foyer/core'

const none: readonly NamespaceConnection[] = []

/** Lists every connected namespace and its wallet; returns the same empty list each time, since React compares it. */
export function readConnections(foyer: Foyer): readonly NamespaceConnection[] {
  const list = listConnections(foyer)
  return list.length > 0 ? list : none
}
