import type { Namespace } from '@foyer/protocol'
import type { Connection } from '../account/account.ts'
import type { Foyer } from '../createFoyer.ts'

/** Writes where a namespace stands. */
export function setConnection(foyer: Foyer, namespace: Namespace, connection: Connection): void {
  foyer.store.set((state) => {
    const before = state.connections[namespace]
    const sameAccount =
      before?.status === 'connected' &&
      connection.status === 'connected' &&
      before.address === connection.address
    const { [namespace]: details, ...otherDetails } = state.details
    return {
      ...state,
      connections: { ...state.connections, [namespace]: connection },
      // Another address: nothing that was learnt about the earlier one is true of it.
      details: sameAccount && details ? state.details : otherDetails,
    }
  })
}
