import { FoyerError, type Namespace } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { dispatch } from '../connection/machine/dispatch.ts'
import type { Foyer } from '../foyer.ts'

/**
 * Makes a namespace the active one, connected or not; it stays active over a reload.
 *
 * @throws FoyerError `adapter-not-found`, `network-undefined` (the site offers none of this namespace)
 * @source spec 4.23
 */
export function activateNamespace(foyer: Foyer, namespace: Namespace): void {
  readAdapter(foyer, namespace)
  if (!foyer.store.get().activeChainIds[namespace])
    throw new FoyerError('network-undefined', { details: `No network of ${namespace} is offered.` })
  dispatch(foyer, { type: 'namespace:activated', namespace })
}
