import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { resetConnection } from './resetConnection.ts'
import { walletRequest } from './walletRequest.ts'

/** How long a wallet may take to let go, ms. The page has let go by then. */
const disconnectMs = 3_000

/**
 * Disconnects one namespace, or all of them. The page lets go at once, whatever the wallet says.
 *
 * @throws FoyerError `disconnect-failed` when a wallet refused to let go
 * @source ledger 4.4, 8.8
 */
export async function disconnect(
  foyer: Foyer,
  { namespace }: { namespace?: Namespace | undefined } = {},
): Promise<void> {
  const connected = Object.keys(foyer.store.get().connections) as Namespace[]
  const ends = await Promise.allSettled(
    (namespace ? [namespace] : connected).map((one) => disconnectOne(foyer, one)),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw new FoyerError('disconnect-failed', { cause: failed.reason })
}

async function disconnectOne(foyer: Foyer, namespace: Namespace): Promise<void> {
  const connection = foyer.store.get().connections[namespace]
  resetConnection(foyer, namespace)
  if (connection?.status !== 'connected') return
  await walletRequest(foyer, {
    kind: 'disconnect',
    namespace,
    timeoutMs: disconnectMs,
    run: () => connection.connector.disconnect({ namespace }),
  })
}
