import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { readOwner } from './readOwner.ts'
import { resetConnection } from './resetConnection.ts'
import { tellDisconnect } from './tellDisconnect.ts'
import { walletRequest } from './walletRequest.ts'

/** How long a wallet may take to let go, ms. The page has let go by then. */
const disconnectMs = 3_000

/**
 * Disconnects one namespace, or all of them. The page lets go at once, whatever the wallet says, and so do other tabs.
 *
 * @param parameters.namespace - @default all
 * @throws FoyerError `disconnect-failed` when a wallet refused to let go
 * @source ledger 4.4, 8.8
 */
export async function disconnect(
  foyer: Foyer,
  { namespace }: { namespace?: Namespace | undefined } = {},
): Promise<void> {
  const { activeNamespace, connections } = foyer.store.get()
  const known = (Object.keys(connections) as Namespace[]).filter(
    (one) => connections[one]?.status !== 'disconnected',
  )
  // The active one last: there is no other left then to take its place.
  const all = [...new Set([...known, ...foyer.running.attempts.keys()])].toSorted(
    (a, b) => Number(a === activeNamespace) - Number(b === activeNamespace),
  )
  const ends = await Promise.allSettled(
    (namespace ? [namespace] : all).map((one) => disconnectOne(foyer, one)),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw new FoyerError('disconnect-failed', { cause: failed.reason })
}

async function disconnectOne(foyer: Foyer, namespace: Namespace): Promise<void> {
  const owner = readOwner(foyer, namespace)
  resetConnection(foyer, namespace)
  tellDisconnect(foyer, namespace)
  if (!owner) return
  const { leaving } = foyer.running
  const request = walletRequest(foyer, {
    kind: 'disconnect',
    namespace,
    timeoutMs: disconnectMs,
    run: () => owner.connector.disconnect({ namespace }),
  })
  const quiet = request.then(
    () => {},
    () => {},
  )
  leaving.set(namespace, quiet)
  try {
    await request
  } finally {
    if (leaving.get(namespace) === quiet) leaving.delete(namespace)
  }
}
