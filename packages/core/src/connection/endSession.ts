import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { setConnection } from './setConnection.ts'
import { storeConnections } from './storedConnections.ts'

/** Forgets the connection of one namespace, and of no other. @source ledger 4.4 */
export function endSession(foyer: Foyer, namespace: Namespace): void {
  foyer.watches.get(namespace)?.()
  foyer.watches.delete(namespace)
  setConnection(foyer, namespace, { status: 'disconnected' })
  storeConnections(foyer)
}
