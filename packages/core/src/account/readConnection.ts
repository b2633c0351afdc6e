import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Adapter } from '../adapter.ts'
import type { Foyer } from '../foyer.ts'
import type { Connection } from './account.ts'

/**
 * Returns the connected wallet of a namespace and its adapter.
 *
 * @param namespace - The active one if omitted.
 * @throws FoyerError `not-connected`, `adapter-not-found`
 */
export function readConnection(
  foyer: Foyer,
  namespace: Namespace = foyer.store.get().activeNamespace,
): { adapter: Adapter; connection: Extract<Connection, { status: 'connected' }> } {
  const connection = foyer.store.get().connections[namespace]
  if (connection?.status !== 'connected')
    throw new FoyerError('not-connected', { details: `No ${namespace} account is connected.` })
  return { adapter: readAdapter(foyer, namespace), connection }
}

/** @throws FoyerError `adapter-not-found` @source spec 8.14 */
export function readAdapter(foyer: Foyer, namespace: Namespace): Adapter {
  const adapter = foyer.adapters[namespace]
  if (!adapter)
    throw new FoyerError('adapter-not-found', {
      details: `Pass an adapter for ${namespace} in the options' adapters.`,
    })
  return adapter
}
