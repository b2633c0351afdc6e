import type { ChainId, Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { watch } from '../store/watch.ts'
import { readActiveChainId } from './readNetwork.ts'

/**
 * Calls the listener on every change of the network that a namespace is on; of the active one if omitted.
 *
 * @returns A stop function.
 */
export function watchNetwork(
  foyer: Foyer,
  listener: (chainId: ChainId | undefined, previous: ChainId | undefined) => void,
  namespace?: Namespace,
): () => void {
  return watch(foyer.store, () => readActiveChainId(foyer, namespace), listener)
}
