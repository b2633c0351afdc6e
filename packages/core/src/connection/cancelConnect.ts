import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'

/** Ends a connection attempt that still waits in a wallet. */
export function cancelConnect(foyer: Foyer, namespace?: Namespace): void {
  foyer.aborts.get(namespace ?? foyer.store.get().activeNamespace)?.abort()
}
