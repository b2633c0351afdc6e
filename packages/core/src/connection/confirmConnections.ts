import type { ChainId, Namespace } from '@foyer/protocol'
import type { Connector, ConnectorType } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { attachSignIn } from '../signIn/attachSignIn.ts'
import { watch } from '../store/watch.ts'
import { settle } from '../wait/settle.ts'
import { acceptSession } from './acceptSession.ts'
import { dispatch } from './machine/dispatch.ts'
import { pairParameters } from './pairParameters.ts'

/** Time for a wallet to announce itself after a reload, ms. */
const announceMs = 2_000
/** Time for a wallet to confirm that it is still connected, ms. */
const silentMs = 5_000
/** The same for a wallet whose frame or code must load first, ms. @source spec 9.2: 20 s for a frame */
const loadingMs: Partial<Record<ConnectorType, number>> = {
  AUTH: 25_000,
  ID_AUTH: 25_000,
  WALLET_CONNECT: 25_000,
}

/** A connection to confirm. */
export type Unconfirmed = {
  readonly namespace: Namespace
  /** The connector, or its id until it is found. */
  readonly connector: Connector | string
  /** The network to connect on. @default that of the namespace */
  readonly chainId?: ChainId | undefined
}

/**
 * Restores connections without a prompt; disconnects those that the wallet does not confirm. Never rejects.
 *
 * @param options.follows - They come from another tab. @default false
 * @param options.reloaded - They come from before the reload. @default false
 * @param options.stored - Deletes an unconfirmed connection from storage too. @default true
 */
export async function confirmConnections(
  foyer: Foyer,
  wanted: readonly Unconfirmed[],
  {
    follows = false,
    reloaded = false,
    stored = true,
  }: { follows?: boolean; reloaded?: boolean; stored?: boolean } = {},
): Promise<void> {
  if (wanted.length === 0) return
  const { running } = foyer
  attachSignIn(foyer)
  const begun = wanted.map((one) => {
    running.attemptCount += 1
    running.tasks.set(running.attemptCount, { controller: new AbortController(), callers: 0 })
    return { ...one, id: running.attemptCount }
  })
  const attempts = begun.map(({ id, namespace }) => {
    return { id, namespace, follows, stored, silent: true, pairing: {} } as const
  })
  dispatch(foyer, { type: 'confirm:begun', attempts, reloaded })
  await Promise.all(begun.map((one) => confirm(foyer, one)))
}

async function confirm(
  foyer: Foyer,
  { chainId, connector: given, id, namespace }: Unconfirmed & { id: number },
): Promise<void> {
  const { tasks } = foyer.running
  const signal = tasks.get(id)?.controller.signal
  try {
    const connector =
      typeof given === 'object'
        ? given
        : await getConnector(foyer, { connectorId: given, namespace, signal })
    const session = await settle(
      (ended) =>
        connector.connect({
          ...pairParameters(foyer, id),
          namespace,
          chainId: chainId ?? foyer.store.get().activeChainIds[namespace],
          silent: true,
          signal: ended,
          onPending: () => {},
        }),
      { signal, timeoutMs: loadingMs[connector.type] ?? silentMs },
    )
    acceptSession(foyer, { connector, id, namespace, session })
  } catch (error) {
    foyer.log('info', `${namespace} was not confirmed as connected`, error)
    dispatch(foyer, { type: 'failed', id })
  } finally {
    tasks.delete(id)
  }
}

type Wanted = { connectorId: string; namespace: Namespace }
type Awaited = Wanted & { signal: AbortSignal | undefined }

/** Returns the connector with an id, waiting for it a limited time. */
async function getConnector(foyer: Foyer, { signal, ...wanted }: Awaited): Promise<Connector> {
  return (
    findConnector(foyer, wanted) ??
    (await settle((ended) => waitForConnector(foyer, { ...wanted, signal: ended }), {
      signal,
      timeoutMs: announceMs,
    }))
  )
}

function findConnector(
  { store }: Foyer,
  { connectorId, namespace }: Wanted,
): Connector | undefined {
  return store
    .get()
    .connectors.flatMap((connector) => connector.members ?? [connector])
    .find(({ id, namespaces }) => id === connectorId && namespaces.includes(namespace))
}

/** Without a match it never settles: `signal` ends the wait. */
function waitForConnector(foyer: Foyer, { signal, ...wanted }: Awaited): Promise<Connector> {
  return new Promise((resolve) => {
    const stop = watch(
      foyer.store,
      () => findConnector(foyer, wanted),
      (connector) => connector && resolve(connector),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
}
