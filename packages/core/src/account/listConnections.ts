import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import type { NamespaceConnection } from './account.ts'

/**
 * Lists the connected wallets by namespace, in the order of the site's networks. Returns the same array until a
 * connection changes.
 */
export function listConnections({ running, store }: Foyer): readonly NamespaceConnection[] {
  const { connections, networks } = store.get()
  const known = running.connectionList ?? []
  const order = new Set([
    ...networks.map(({ chainNamespace }) => chainNamespace),
    ...(Object.keys(connections) as Namespace[]),
  ])
  const list = [...order].flatMap((namespace) => {
    const connection = connections[namespace]
    if (connection?.status !== 'connected') return []
    const before = known.find((one) => one.namespace === namespace)
    return [before?.connection === connection ? before : { namespace, connection }]
  })
  if (list.length === known.length && list.every((one, index) => one === known[index])) return known
  running.connectionList = list
  return list
}
