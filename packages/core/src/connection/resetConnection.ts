import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Takes one namespace back to disconnected, and forgets the pairing and the transactions with it. The wallet is not
 * asked.
 *
 * @param parameters.stored - What is stored of it is forgotten too. @default true
 * @source ledger 4.3
 */
export function resetConnection(
  foyer: Foyer,
  namespace: Namespace,
  { stored = true }: { stored?: boolean } = {},
): void {
  dispatch(foyer, { type: 'disconnected', namespaces: [namespace], stored })
}
