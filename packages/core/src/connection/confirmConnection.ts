import type { ChainId, Namespace } from '@foyer/protocol'
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
 * Connects a namespace without a prompt, by a wallet that allows it already; one that does not confirm it is
 * disconnected. Never rejects.
 *
 * @param parameters.chainId - The network to end on. @default that of the namespace
 */
export async function confirmConnection(
  foyer: Foyer,
  {
    chainId,
    connectorId,
    namespace,
  }: { chainId?: ChainId | undefined; connectorId: string; namespace: Namespace },
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
          ...pairParameters(foyer, attempt),
          namespace,
          chainId: chainId ?? foyer.store.get().activeChainIds[namespace],
          silent: true,
          signal: ended,
          onPending: () => {},
        }),
      { signal, timeoutMs: frameMs[connector.type] ?? silentMs },
    )
    if (attempt.isCurrent())
      acceptSession(foyer, { isChosen: false, connector, namespace, session })
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
    .connectors.flatMap((connector) => connector.members ?? [connector])
    .find(({ id, namespaces }) => id === connectorId && namespaces.includes(namespace))
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
