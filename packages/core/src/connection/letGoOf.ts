import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { resetConnection } from './resetConnection.ts'

/**
 * Takes several namespaces back to disconnected. Where nothing else is connected the visitor stays where he was.
 *
 * @param parameters.stored - What is stored of them is forgotten too. @default true
 */
export function letGoOf(
  foyer: Foyer,
  namespaces: readonly Namespace[],
  parameters: { stored?: boolean } = {},
): void {
  const { activeNamespace } = foyer.store.get()
  // The active one last: there is no other left then to take its place.
  const ordered = namespaces.toSorted(
    (a, b) => Number(a === activeNamespace) - Number(b === activeNamespace),
  )
  for (const namespace of ordered) resetConnection(foyer, namespace, parameters)
}
