import { type Foyer, listConnections, type NamespaceConnection } from '@foyer/core'

const none: readonly NamespaceConnection[] = []

/** Every connected namespace and its wallet: one list for nobody, too, since React compares what it is given. */
export function readConnections(foyer: Foyer): readonly NamespaceConnection[] {
  const list = listConnections(foyer)
  return list.length > 0 ? list : none
}
