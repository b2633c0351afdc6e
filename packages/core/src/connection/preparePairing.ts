import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { alertCause } from '../alerts/alert.ts'
import { findPairingConnector } from '../connector/findPairingConnector.ts'
import type { Foyer } from '../foyer.ts'
import type { Running } from '../running.ts'
import { dispatch } from './machine/dispatch.ts'
import { pairParameters } from './pairParameters.ts'

/**
 * Keeps an unexpired pairing URI in `pairing.wcUri`, before a wallet is chosen. All callers share one URI. After a
 * failure (`pairing.wcError`) another call retries. Does nothing without a connector that pairs.
 *
 * @returns A stop function. When the last caller stops, the URI is cleared unless a wallet is connecting.
 * @source spec 3.5, 4.3
 */
export function preparePairing(foyer: Foyer): () => void {
  const preparing = foyer.running.preparing ?? begin(foyer)
  if (!preparing) return () => {}
  const user = Symbol()
  preparing.users.add(user)
  return () => {
    preparing.users.delete(user)
    // A replacement may call in the same turn.
    queueMicrotask(() => preparing.users.size === 0 && preparing.controller.abort())
  }
}

function begin(foyer: Foyer): Running['preparing'] {
  const { running } = foyer
  const connector = findPairingConnector(foyer)
  if (!connector?.prepare) return undefined
  const controller = new AbortController()
  const { signal } = controller
  running.attemptCount += 1
  const { attemptCount: id } = running
  const preparing: Running['preparing'] = { id, controller, users: new Set() }
  running.preparing = preparing
  const end = (error?: FoyerError) => {
    if (running.preparing === preparing) running.preparing = undefined
    dispatch(foyer, { type: 'prepare:ended', id, error })
  }
  signal.addEventListener('abort', () => end(), { once: true })
  const prepare = async () => connector.prepare?.({ ...pairParameters(foyer, id), signal })
  // A URI that is available synchronously shares the first notification.
  foyer.store.batch(() => {
    dispatch(foyer, { type: 'prepare:begun', id })
    prepare().then(
      () => end(),
      (thrown) => {
        const error = toFoyerError(thrown)
        alertCause(foyer, error)
        end(error)
      },
    )
  })
  return preparing
}
