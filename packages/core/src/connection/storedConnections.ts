import { type ChainId, isChainId, isNamespace, type Namespace } from '@foyer/protocol'
import * as v from 'valibot'
import type { Foyer } from '../createFoyer.ts'
import type { Storage } from '../storage/createStorage.ts'

const key = 'connections'

const storedConnection = v.object({
  /** The wallet's id and name. @source ledger 3.16 */
  connectorId: v.string(),
  name: v.string(),
  status: v.literal('connected'),
  address: v.string(),
  chainId: v.custom<ChainId>((value) => typeof value === 'string' && isChainId(value)),
})
type StoredConnection = v.InferOutput<typeof storedConnection>

const schema = v.record(
  v.custom<Namespace>((value) => typeof value === 'string' && isNamespace(value)),
  storedConnection,
)

/** What was connected before the reload, by namespace. */
export function readStoredConnections(
  storage: Storage,
): Partial<Record<Namespace, StoredConnection>> {
  return storage.read(key, schema) ?? {}
}

/** Writes what is connected now; nothing else is worth remembering. */
export function storeConnections({ storage, store }: Foyer): void {
  const connected = Object.entries(store.get().connections).flatMap(([namespace, connection]) =>
    connection?.status === 'connected'
      ? [
          [
            namespace,
            {
              connectorId: connection.connector.id,
              name: connection.connector.name,
              status: 'connected',
              address: connection.address,
              chainId: connection.chainId,
            } satisfies StoredConnection,
          ],
        ]
      : [],
  )
  storage.write(key, connected.length > 0 ? Object.fromEntries(connected) : undefined)
}

/** The full storage key, for hearing what other tabs do. */
export function connectionsKey(storage: Storage): string {
  return storage.keyOf(key)
}
