import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { activateNamespace } from '../network/activateNamespace.ts'
import { listConnections } from './listConnections.ts'

/** Where the active namespace is left, another connected one becomes active. */
export function fallBack(foyer: Foyer, left: Namespace): void {
  const { activeChainIds, activeNamespace } = foyer.store.get()
  if (left !== activeNamespace) return
  const next = listConnections(foyer).find(
    ({ namespace }) => namespace !== left && activeChainIds[namespace],
  )
  if (next) activateNamespace(foyer, next.namespace)
}
