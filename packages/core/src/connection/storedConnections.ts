import { type ChainId, isChainId, isNamespace, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import type { Storage } from '../storage/createStorage.ts'

const key = 'connections'

/** The wallet, and what it was connected with. @source ledger 3.16 */
type StoredConnection = {
  readonly connectorId: string
  readonly name: string
  readonly status: 'connected'
  readonly address: string
  readonly chainId: ChainId
}

/** Drops what is no connection. By hand: the schema library comes after the first click. */
function parse(stored: unknown): Partial<Record<Namespace, StoredConnection>> | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  return Object.fromEntries(
    Object.entries(stored).flatMap(([namespace, value]) => {
      const { address, chainId, connectorId, name, status } = Object(value) as Partial<
        Record<string, unknown>
      >
      if (!isNamespace(namespace) || status !== 'connected') return []
      if (typeof connectorId !== 'string' || typeof name !== 'string') return []
      if (typeof address !== 'string' || typeof chainId !== 'string' || !isChainId(chainId))
        return []
      return [[namespace, { connectorId, name, status, address, chainId }]]
    }),
  )
}

/** What was connected before the reload, by namespace. */
export function readStoredConnections(
  storage: Storage,
): Partial<Record<Namespace, StoredConnection>> {
  return storage.read(key, parse) ?? {}
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
