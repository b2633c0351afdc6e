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
 * @param parameters.connector - Or its id, while it may still have to be found.
 * @param parameters.stored - One that does not confirm it is forgotten in storage too. @default true
 */
export async function confirmConnection(
  foyer: Foyer,
  {
    chainId,
    connector: given,
    namespace,
    stored = true,
  }: {
    chainId?: ChainId | undefined
    connector: Connector | string
    namespace: Namespace
    stored?: boolean
  },
): Promise<void> {
  const attempt = beginAttempt(foyer, namespace, { silent: true })
  const { signal } = attempt.controller
  try {
    const connector =
      typeof given === 'object'
        ? given
        : await getConnector(foyer, { connectorId: given, namespace, signal })
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
    foyer.log('info', `${namespace} was not confirmed as connected`, error)
    if (attempt.isCurrent()) endSession(foyer, namespace, { stored })
  } finally {
    if (attempt.isCurrent()) endAttempt(foyer, namespace, foyer.store.get().pairing.wcLinking)
  }
}

/** The connector with an id, or the first one that is found in time. */
async function getConnector(
  foyer: Foyer,
  { signal, ...wanted }: Wanted & { signal: AbortSignal },
): Promise<Connector> {
  return (
    findConnector(foyer, wanted) ??
    (await settle((ended) => waitForConnector(foyer, { ...wanted, signal: ended }), {
      signal,
      timeoutMs: announceMs,
    }))
  )
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
