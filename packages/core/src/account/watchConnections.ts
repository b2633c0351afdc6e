import type { Foyer } from '../foyer.ts'
import type { FoyerState } from '../state.ts'
import { watch } from '../store/watch.ts'

/**
 * Calls the listener on every change of the connections.
 *
 * @returns A stop function.
 */
export function watchConnections(
  foyer: Foyer,
  listener: (connections: FoyerState['connections'], previous: FoyerState['connections']) => void,
): () => void {
  return watch(foyer.store, (state) => state.connections, listener)
}
