import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { watch } from '../store/watch.ts'
import type { Connection } from './account.ts'

/**
 * Calls the listener when a namespace connects and disconnects; the active one if omitted.
 *
 * @returns A stop function.
 * @source spec 4.1
 */
export function watchStatus(
  foyer: Foyer,
  listener: (status: Connection['status'], previous: Connection['status']) => void,
  namespace?: Namespace,
): () => void {
  return watch(
    foyer.store,
    ({ activeNamespace, connections }) =>
      connections[namespace ?? activeNamespace]?.status ?? 'disconnected',
    listener,
  )
}
