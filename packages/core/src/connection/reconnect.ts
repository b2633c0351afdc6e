import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { watch } from '../store/watch.ts'
import { acceptSession } from './acceptSession.ts'
import { endSession } from './endSession.ts'
import { settle } from './settle.ts'

/** How long a wallet may take to announce itself after a reload, ms. */
const announceMs = 2_000
/** How long it may take to say that it is still connected, ms. */
const silentMs = 5_000

/**
 * Confirms the connections of before the reload, all at once. One that the wallet does not confirm is disconnected.
 * Never rejects.
 *
 * @source ledger 4.2
 */
export async function reconnect(foyer: Foyer): Promise<void> {
  const { connections } = foyer.store.get()
  const waiting = Object.entries(connections).flatMap(([namespace, connection]) =>
    connection?.status === 'connecting' && connection.address !== undefined
      ? [{ namespace: namespace as Namespace, connectorId: connection.connectorId }]
      : [],
  )
  if (waiting.length > 0) foyer.store.set((state) => ({ ...state, phase: 'reconnecting' }))
  await Promise.all(waiting.map((one) => reconnectOne(foyer, one)))
  foyer.store.set((state) => ({ ...state, phase: 'ready' }))
}

async function reconnectOne(
  foyer: Foyer,
  { connectorId, namespace }: { connectorId: string; namespace: Namespace },
): Promise<void> {
  const controller = new AbortController()
  foyer.aborts.set(namespace, controller)
  const isCurrent = () => foyer.aborts.get(namespace) === controller
  try {
    const connector = await waitForConnector(foyer, { connectorId, namespace })
    const session = await settle(
      (signal) =>
        connector.connect({
          namespace,
          chainId: foyer.store.get().activeChainIds[namespace],
          silent: true,
          signal,
          onPending: () => {},
        }),
      { signal: controller.signal, timeoutMs: silentMs },
    )
    if (isCurrent()) acceptSession(foyer, { connector, namespace, session })
  } catch (error) {
    foyer.log('info', `${connectorId} did not confirm its connection`, error)
    if (isCurrent()) endSession(foyer, namespace)
  } finally {
    if (isCurrent()) foyer.aborts.delete(namespace)
  }
}

async function waitForConnector(
  foyer: Foyer,
  { connectorId, namespace }: { connectorId: string; namespace: Namespace },
): Promise<Connector> {
  const find = () =>
    foyer.store
      .get()
      .connectors.find(({ id, namespaces }) => id === connectorId && namespaces.includes(namespace))
  return (
    find() ??
    (await new Promise<Connector>((resolve, reject) => {
      const stop = watch(
        foyer.store,
        (state) => state.connectors,
        () => {
          const connector = find()
          if (connector) end(() => resolve(connector))
        },
      )
      const timer = setTimeout(
        () => end(() => reject(new FoyerError('connector-not-found', { details: connectorId }))),
        announceMs,
      )
      const end = (settleIt: () => void) => {
        clearTimeout(timer)
        stop()
        settleIt()
      }
    }))
  )
}
