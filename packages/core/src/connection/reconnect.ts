import type { Namespace } from '@foyer/protocol'
import type { Connected } from '../account/account.ts'
import type { Foyer } from '../foyer.ts'
import { confirmConnections, type Unconfirmed } from './confirmConnections.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Confirms the connections from before the reload, all at once. Disconnects those that the wallet does not confirm; if
 * the active namespace is among them, a confirmed one becomes active. Concurrent calls share one run. Never rejects.
 *
 * @source spec 4.2
 */
export function reconnect(foyer: Foyer): Promise<void> {
  const { running } = foyer
  if (running.reconnecting) return running.reconnecting
  const confirmed = confirmConnections(foyer, listUnconfirmed(foyer), { reloaded: true })
  const reconnecting = confirmed.then(() => {
    // Stopped, and perhaps started again, in the meantime.
    if (running.reconnecting !== reconnecting) return
    running.reconnecting = undefined
    dispatch(foyer, { type: 'ready' })
  })
  running.reconnecting = reconnecting
  return reconnecting
}

function listUnconfirmed({ running, store }: Foyer): readonly Unconfirmed[] {
  return Object.entries(store.get().connections).flatMap<Unconfirmed>(([key, connection]) => {
    const namespace = key as Namespace
    const { chainId } = connection as Partial<Connected>
    if (connection.status === 'connecting' && connection.address !== undefined)
      return [{ chainId, connector: connection.connectorId, namespace }]
    // Connected without a listener: the instance was stopped and started again.
    if (connection.status === 'connected' && !running.watches.has(namespace))
      return [{ chainId, connector: connection.connector, namespace }]
    return []
  })
}
