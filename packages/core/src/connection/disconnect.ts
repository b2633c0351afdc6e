import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Connected } from '../account/account.ts'
import type { Foyer } from '../createFoyer.ts'
import { letGoOf } from './letGoOf.ts'
import { readOwner } from './readOwner.ts'
import { tellOtherTabs } from './tellOtherTabs.ts'
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
  const { connections } = foyer.store.get()
  const known = (Object.keys(connections) as Namespace[]).filter(
    (one) => connections[one]?.status !== 'disconnected',
  )
  const namespaces = namespace
    ? [namespace]
    : [...new Set([...known, ...foyer.running.attempts.keys()])]
  const owners = namespaces.flatMap((one) => {
    const owner = readOwner(foyer, one)
    return owner ? [{ namespace: one, owner }] : []
  })
  letGoOf(foyer, namespaces)
  tellOtherTabs(foyer, { event: 'disconnected', namespaces })
  const ends = await Promise.allSettled(owners.map((one) => askToLetGo(foyer, one)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw new FoyerError('disconnect-failed', { cause: failed.reason })
}

async function askToLetGo(
  foyer: Foyer,
  { namespace, owner }: { namespace: Namespace; owner: Connected },
): Promise<void> {
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
