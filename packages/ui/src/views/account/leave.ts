import { activateNamespace, disconnect, type Foyer, listConnections } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'

/**
 * Disconnects one namespace, or with undefined all of them. Where another wallet is connected it comes into sight
 * first: the visitor is not taken for somebody who left.
 *
 * @throws FoyerError `disconnect-failed`
 */
export function leave(foyer: Foyer, namespace: Namespace | undefined): Promise<void> {
  const other = listConnections(foyer).find((one) => one.namespace !== namespace)
  if (namespace === foyer.store.get().activeNamespace && other)
    activateNamespace(foyer, other.namespace)
  return disconnect(foyer, { namespace })
}
