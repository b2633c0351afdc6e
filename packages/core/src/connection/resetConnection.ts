import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { endAttempt } from './attempt.ts'
import { endSession } from './endSession.ts'

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
  const attempt = foyer.running.attempts.get(namespace)
  endAttempt(foyer, namespace)
  attempt?.controller.abort()
  endSession(foyer, namespace, { stored })
}
