import type { Namespace } from '@foyer/protocol'
import type { Connected } from '../account/account.ts'
import type { Foyer } from '../createFoyer.ts'

/**
 * Whose account a namespace shows: the connected one, or while another wallet is being connected the one that comes
 * back should that fail.
 */
export function readOwner({ running, store }: Foyer, namespace: Namespace): Connected | undefined {
  const connection = store.get().connections[namespace]
  return connection?.status === 'connected' ? connection : running.attempts.get(namespace)?.before
}
