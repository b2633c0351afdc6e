import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'

/**
 * Ends a connection attempt that still waits in a wallet: its `connect` rejects with `request-aborted`, and what was
 * connected before is again. What the wallet answers later is not heard.
 *
 * @param namespace - The active one when left out.
 */
export function cancelConnect(foyer: Foyer, namespace?: Namespace): void {
  foyer.running.attempts.get(namespace ?? foyer.store.get().activeNamespace)?.controller.abort()
}
