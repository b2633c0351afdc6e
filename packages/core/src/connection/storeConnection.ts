import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { readOwner } from './readOwner.ts'
import {
  connectionsKey,
  readStoredConnections,
  type StoredConnection,
} from './storedConnections.ts'

/** Writes what one namespace is connected to now; what is stored of others, by this tab or another one, stays. */
export function storeConnection(foyer: Foyer, namespace: Namespace): void {
  const { storage } = foyer
  const owner = readOwner(foyer, namespace)
  const { [namespace]: _, ...others } = readStoredConnections(storage)
  const stored: Partial<Record<Namespace, StoredConnection>> = owner
    ? {
        ...others,
        [namespace]: {
          connectorId: owner.connector.id,
          name: owner.connector.name,
          status: 'connected',
          address: owner.address,
          chainId: owner.chainId,
        },
      }
    : others
  storage.write(connectionsKey, Object.keys(stored).length > 0 ? stored : undefined)
}
