import type { Namespace } from '@foyer/protocol'
import type { Connector, ConnectorType } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { watch } from '../store/watch.ts'
import { acceptSession } from './acceptSession.ts'
import { beginAttempt, endAttempt } from './attempt.ts'
import { endSession } from './endSession.ts'
import { pairParameters } from './pairing.ts'
import { settle } from './settle.ts'

/** How long a wallet may take to announce itself after a reload, ms. */
const announceMs = 2_000
/** How long it may take to say that it is still connected, ms. */
const silentMs = 5_000
/** The same where a frame must be loaded first, ms. @source ledger 9.2: 20 s */
const frameMs: Partial<Record<ConnectorType, number>> = { AUTH: 25_000, ID_AUTH: 25_000 }

/**
 * Confirms the connections of before the reload, all at once. One that the wallet does not confirm is disconnected.
 * Calls at the same time are one. Never rejects.
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

async function confirmAll(foyer: Foyer): Promise<void> {
  const { running, store } = foyer
  const waiting = Object.entries(store.get().connections).flatMap(([key, connection]) => {
    const namespace = key as Namespace
    if (connection?.status === 'connecting' && connection.address !== undefined)
      return [{ namespace, connectorId: connection.connectorId }]
    // Connected, but nobody listens: the instance was stopped and is started again.
    if (connection?.status === 'connected' && !running.watches.has(namespace))
      return [{ namespace, connectorId: connection.connector.id }]
    return []
  })
  if (waiting.length > 0) store.set((state) => ({ ...state, phase: 'reconnecting' }))
  await Promise.all(waiting.map((one) => confirmOne(foyer, one)))
}

async function confirmOne(
  foyer: Foyer,
  { connectorId, namespace }: { connectorId: string; namespace: Namespace },
): Promise<void> {
  const attempt = beginAttempt(foyer, namespace, { silent: true })
  const { signal } = attempt.controller
  try {
    const connector =
      findConnector(foyer, { connectorId, namespace }) ??
      (await settle((ended) => waitForConnector(foyer, { connectorId, namespace, signal: ended }), {
        signal,
        timeoutMs: announceMs,
      }))
    const session = await settle(
      (ended) =>
        connector.connect({
          ...pairParameters(foyer),
          namespace,
          chainId: foyer.store.get().activeChainIds[namespace],
          silent: true,
          signal: ended,
          onPending: () => {},
        }),
      { signal, timeoutMs: frameMs[connector.type] ?? silentMs },
    )
    if (attempt.isCurrent())
      acceptSession(foyer, { activate: false, connector, namespace, session })
  } catch (error) {
    foyer.log('info', `${connectorId} did not confirm its connection`, error)
    if (attempt.isCurrent()) endSession(foyer, namespace)
  } finally {
    if (attempt.isCurrent()) endAttempt(foyer, namespace, foyer.store.get().pairing.wcLinking)
  }
}

type Wanted = { connectorId: string; namespace: Namespace }

function findConnector(
  { store }: Foyer,
  { connectorId, namespace }: Wanted,
): Connector | undefined {
  return store
    .get()
    .connectors.find(({ id, namespaces }) => id === connectorId && namespaces.includes(namespace))
}

/** Never settles without it: whoever waits ends by `signal`. */
function waitForConnector(
  foyer: Foyer,
  { signal, ...wanted }: Wanted & { signal: AbortSignal },
): Promise<Connector> {
  return new Promise((resolve) => {
    const stop = watch(
      foyer.store,
      () => findConnector(foyer, wanted),
      (connector) => connector && resolve(connector),
    )
    signal.addEventListener('abort', stop, { once: true })
  })
}
