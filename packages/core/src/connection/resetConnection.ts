import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { endAttempt } from './attempt.ts'
import { endSession } from './endSession.ts'
import { listConnections } from './listConnections.ts'

/**
 * Takes one namespace back to disconnected, and forgets the transactions with it; with the last one the pairing too. The wallet is not
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
  const link = attempt ? attempt.link : foyer.store.get().pairing.wcLinking
  // It belongs to what is connected elsewhere.
  const isOthers = listConnections(foyer).some((one) => one.namespace !== namespace)
  endAttempt(foyer, namespace, isOthers ? link : undefined)
  attempt?.controller.abort()
  endSession(foyer, namespace, { stored })
}
