import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Resets one namespace to disconnected, and clears its pairing and transactions. Sends nothing to the wallet.
 *
 * @param parameters.stored - Delete its stored connection too. @default true
 * @source spec 4.3
 */
export function resetConnection(
  foyer: Foyer,
  namespace: Namespace,
  { stored = true }: { stored?: boolean } = {},
): void {
  dispatch(foyer, { type: 'disconnected', namespaces: [namespace], stored })
}
