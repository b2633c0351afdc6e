import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Cancels every pending connection of a namespace: each `connect` rejects with `request-aborted`, and the previous
 * connection is restored. A later approval connects nothing.
 *
 * @param namespace - The active one if omitted.
 */
export function cancelConnect(foyer: Foyer, namespace?: Namespace): void {
  dispatch(foyer, {
    type: 'connect:cancelled',
    namespace: namespace ?? foyer.store.get().activeNamespace,
  })
}
