import type { Namespace } from '@foyer/protocol'
import type { FoyerState } from '../state.ts'
import type { Connected } from './account.ts'

/**
 * Returns the account that a namespace shows: the connected one, or the previous one while another wallet is
 * connecting.
 */
export function readOwner(
  { connections, shownAttempts }: Pick<FoyerState, 'connections' | 'shownAttempts'>,
  namespace: Namespace,
): Connected | undefined {
  const connection = connections[namespace]
  return connection?.status === 'connected' ? connection : shownAttempts[namespace]?.before
}
