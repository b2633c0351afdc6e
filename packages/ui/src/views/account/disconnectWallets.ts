import { disconnect, type Foyer } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'

/** Disconnects one namespace, or with undefined all of them. @throws FoyerError `disconnect-failed` */
export async function disconnectWallets(
  foyer: Foyer,
  namespace: Namespace | undefined,
): Promise<void> {
  const namespaces = namespace && namespacesOfLogin(foyer, namespace)
  if (!namespaces) return disconnect(foyer, { namespace })
  await Promise.all(namespaces.map((one) => disconnect(foyer, { namespace: one })))
}

/**
 * One session serves all namespaces: signing out of one ends it. The active one comes last: if it ended first, another one of the
 * session would become active, and the next login would begin there.
 */
function namespacesOfLogin({ store }: Foyer, namespace: Namespace): Namespace[] | undefined {
  const { activeNamespace, connections } = store.get()
  const connectorOf = (one: Namespace) => {
    const connection = connections[one]
    return connection?.status === 'connected' ? connection.connector : undefined
  }
  const login = connectorOf(namespace)
  if (login?.type !== 'AUTH') return undefined
  return (Object.keys(connections) as Namespace[])
    .filter((one) => connectorOf(one) === login)
    .sort((a, b) => Number(a === activeNamespace) - Number(b === activeNamespace))
}
