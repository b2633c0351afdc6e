import type { Namespace } from '@foyer/protocol'
import { readOwner } from '../account/readOwner.ts'
import type { Foyer } from '../foyer.ts'
import {
  connectionsKey,
  readStoredConnections,
  type StoredConnection,
} from './storedConnections.ts'

/** Writes what one namespace is connected to now; what is stored of others, by this tab or another one, stays. */
export function storeConnection({ storage, store }: Foyer, namespace: Namespace): void {
  const owner = readOwner(store.get(), namespace)
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
