import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { noPairing } from '../state.ts'
import { endSession } from './endSession.ts'

/**
 * Takes one namespace back to disconnected, and forgets the pairing and the transactions with it. The wallet is not
 * asked.
 *
 * @source ledger 4.3
 */
export function resetConnection(foyer: Foyer, namespace: Namespace): void {
  foyer.aborts.get(namespace)?.abort()
  foyer.aborts.delete(namespace)
  endSession(foyer, namespace)
  foyer.store.set((state) => ({ ...state, pairing: noPairing }))
}
