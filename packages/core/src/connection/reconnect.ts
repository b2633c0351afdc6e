import type { Namespace } from '@foyer/protocol'
import type { Connected } from '../account/account.ts'
import type { Foyer } from '../createFoyer.ts'
import { confirmConnection } from './confirmConnection.ts'
import { fallBack } from './fallBack.ts'

/**
 * Confirms the connections of before the reload, all at once. One that the wallet does not confirm is disconnected; when
 * that was the active namespace, one that was confirmed takes its place. Calls at the same time are one. Never rejects.
 *
 * @source ledger 4.2
 */
export function reconnect(foyer: Foyer): Promise<void> {
  const { running, store } = foyer
  if (running.reconnecting) return running.reconnecting
  const reconnecting = confirmAll(foyer).then(() => {
    // Stopped, and perhaps started again, meanwhile.
    if (running.reconnecting !== reconnecting) return
    running.reconnecting = undefined
    store.set((state) => ({ ...state, phase: 'ready' }))
  })
  running.reconnecting = reconnecting
  return reconnecting
}

type Waiting = Parameters<typeof confirmConnection>[1]

async function confirmAll(foyer: Foyer): Promise<void> {
  const { running, store } = foyer
  const waiting = Object.entries(store.get().connections).flatMap<Waiting>(([key, connection]) => {
    const namespace = key as Namespace
    const { chainId } = connection as Partial<Connected>
    if (connection?.status === 'connecting' && connection.address !== undefined)
      return [{ chainId, connector: connection.connectorId, namespace }]
    // Connected, but nobody listens: the instance was stopped and is started again.
    if (connection?.status === 'connected' && !running.watches.has(namespace))
      return [{ chainId, connector: connection.connector, namespace }]
    return []
  })
  if (waiting.length > 0) store.set((state) => ({ ...state, phase: 'reconnecting' }))
  await Promise.all(waiting.map((one) => confirmConnection(foyer, one)))
  for (const { namespace } of waiting)
    if (store.get().connections[namespace]?.status === 'disconnected') fallBack(foyer, namespace)
}
