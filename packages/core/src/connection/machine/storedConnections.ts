import { type ChainId, isChainId, isNamespace, type Namespace, namespaceOf } from '@foyer/protocol'
import type { Storage } from '../../storage/createStorage.ts'

export const connectionsKey = 'connections'

/** The wallet, and its connection. @source spec 3.16 */
export type StoredConnection = {
  readonly connectorId: string
  readonly name: string
  readonly status: 'connected'
  readonly address: string
  readonly chainId: ChainId
}

/** Drops invalid connections, without the schema library: it is loaded after the first click. */
function parse(stored: unknown): Partial<Record<Namespace, StoredConnection>> | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  return Object.fromEntries(
    Object.entries(stored).flatMap(([namespace, value]) => {
      const { address, chainId, connectorId, name, status } = Object(value) as Partial<
        Record<string, unknown>
      >
      if (!isNamespace(namespace) || status !== 'connected') return []
      if (typeof connectorId !== 'string' || typeof name !== 'string') return []
      if (typeof address !== 'string' || typeof chainId !== 'string') return []
      if (!isChainId(chainId) || namespaceOf(chainId) !== namespace) return []
      return [[namespace, { connectorId, name, status, address, chainId }]]
    }),
  )
}

/** Reads the connections from before the reload, by namespace. */
export function readStoredConnections(
  storage: Storage,
): Partial<Record<Namespace, StoredConnection>> {
  return storage.read(connectionsKey, parse) ?? {}
}
