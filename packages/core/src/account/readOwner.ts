import type { Namespace } from '@foyer/protocol'
import type { FoyerState } from '../state.ts'
import type { Connected } from './account.ts'

/**
 * Whose account a namespace shows: the connected one, or while another wallet is being connected the one that comes
 * back should that fail.
 */
export function readOwner(
  { connections, shownAttempts }: Pick<FoyerState, 'connections' | 'shownAttempts'>,
  namespace: Namespace,
): Connected | undefined {
  const connection = connections[namespace]
  return connection?.status === 'connected' ? connection : shownAttempts[namespace]?.before
}
