import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Cancels every connection of a namespace that still waits in a wallet: each `connect` rejects with `request-aborted`,
 * and what was connected before is connected again. What a wallet approves later connects nothing.
 *
 * @param namespace - The active one when left out.
 */
export function cancelConnect(foyer: Foyer, namespace?: Namespace): void {
  dispatch(foyer, {
    type: 'connect:cancelled',
    namespace: namespace ?? foyer.store.get().activeNamespace,
  })
}
