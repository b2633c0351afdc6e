import { toFoyerError } from '@foyer/protocol'
import { alertCause } from '../alerts/alert.ts'
import type { Foyer } from '../createFoyer.ts'
import type { Running } from '../running.ts'
import type { Pairing } from '../state.ts'
import { findPairingConnector } from './findPairingConnector.ts'
import { pairParameters, writePairing } from './pairing.ts'

/**
 * Keeps a pairing URI ready and fresh in `pairing.wcUri`, before a wallet is chosen. Several callers share one; calling
 * it again after a failure, which stands in `pairing.wcError`, tries again. Where no connector pairs it does nothing.
 *
 * @returns A stop function; the last one ends it, and takes the URI away unless a wallet is being connected.
 * @source ledger 3.5, 4.3
 */
export function preparePairing(foyer: Foyer): () => void {
  const preparing = foyer.running.preparing ?? begin(foyer)
  if (!preparing) return () => {}
  const user = Symbol()
  preparing.users.add(user)
  return () => {
    preparing.users.delete(user)
    // What takes its place may call in the same turn.
    queueMicrotask(() => preparing.users.size === 0 && preparing.controller.abort())
  }
}

function begin(foyer: Foyer): Running['preparing'] {
  const { running } = foyer
  const connector = findPairingConnector(foyer)
  if (!connector?.prepare) return undefined
  const controller = new AbortController()
  const { signal } = controller
  const preparing: NonNullable<Running['preparing']> = {
    controller,
    users: new Set(),
    uri: undefined,
  }
  running.preparing = preparing
  const isCurrent = () => running.preparing === preparing
  const end = (wcError?: Pairing['wcError']) => {
    if (!isCurrent()) return
    running.preparing = undefined
    const isConnecting = [...running.attempts.values()].some(({ silent }) => !silent)
    writePairing(foyer, {
      wcError,
      ...(!isConnecting && { wcUri: undefined, wcPairingExpiry: undefined, buffering: false }),
    })
  }
  const prepare = async () => {
    const parameters = pairParameters(foyer, { isCurrent })
    await connector.prepare?.({
      ...parameters,
      onUri(given) {
        preparing.uri = given && { wcUri: given.uri, wcPairingExpiry: given.expiresAt }
        parameters.onUri(given)
      },
      signal,
    })
  }
  writePairing(foyer, { wcError: undefined })
  signal.addEventListener('abort', () => end(), { once: true })
  prepare().then(
    () => end(),
    (thrown) => {
      const error = toFoyerError(thrown)
      alertCause(foyer, error)
      end(error)
    },
  )
  return preparing
}
