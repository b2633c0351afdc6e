import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import type { Calls } from './calls.ts'

/**
 * Loads what the adapter of a connected wallet knows of batches.
 *
 * @throws FoyerError `not-connected`, `adapter-not-found`, `method-not-supported` (a namespace without batches)
 */
export async function loadCalls(
  foyer: Foyer,
  namespace?: Namespace,
): Promise<ReturnType<typeof readConnection> & { calls: Calls }> {
  const connected = readConnection(foyer, namespace)
  const calls = await connected.adapter.calls?.()
  if (!calls) throw new FoyerError('method-not-supported', { details: connected.adapter.namespace })
  return { ...connected, calls }
}
