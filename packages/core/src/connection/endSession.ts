import type { Namespace } from '@foyer/protocol'
import { storeSelected } from '../account/selectedAccount.ts'
import type { Foyer } from '../createFoyer.ts'
import { fallBack } from './fallBack.ts'
import { clearPairing } from './pairing.ts'
import { setConnection } from './setConnection.ts'
import { storeConnection } from './storeConnection.ts'

/**
 * Forgets the connection of one namespace, and of no other. A wallet that is being connected there goes on. Where it was
 * the active namespace, another connected one becomes active.
 *
 * @param parameters.stored - What is stored of it is forgotten too. @default true
 * @source ledger 4.4
 */
export function endSession(
  foyer: Foyer,
  namespace: Namespace,
  { stored = true }: { stored?: boolean } = {},
): void {
  const { attempts, watches } = foyer.running
  watches.get(namespace)?.()
  watches.delete(namespace)
  const connection = foyer.store.get().connections[namespace]
  const attempt = attempts.get(namespace)
  if (attempt) attempt.before = undefined
  const goesOn = connection?.status === 'connecting' && attempt?.silent === false
  // First, so that nobody sees a visitor without an account who has one.
  if (!goesOn) fallBack(foyer, namespace)
  setConnection(foyer, namespace, goesOn ? connection : { status: 'disconnected' })
  if (stored) {
    storeConnection(foyer, namespace)
    storeSelected(foyer.storage, namespace, undefined)
  }
  const { connections } = foyer.store.get()
  if (Object.values(connections).every(({ status }) => status === 'disconnected'))
    clearPairing(foyer)
}
