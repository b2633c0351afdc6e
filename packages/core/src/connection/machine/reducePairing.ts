import { noPairing, type Pairing } from '../../pairing.ts'
import type { FoyerState } from '../../state.ts'
import type { EventOf } from './connectionEvent.ts'
import { changeAttempt, isConnecting, isShown } from './shownAttempt.ts'

/** Clears the pairing when no wallet is connecting, except for the prepared URI. @source spec 4.3 */
export function clearPairing(state: FoyerState, wcLinking: Pairing['wcLinking']): FoyerState {
  if (isConnecting(state)) return state
  return { ...state, pairing: { ...noPairing, ...state.preparedPairing?.uri, wcLinking } }
}

/** Stores the pairing data of a connector, and shows it if its attempt is shown. */
export function writePairing(state: FoyerState, id: number, changes: Partial<Pairing>): FoyerState {
  const attempt = state.attempts.find((one) => one.id === id)
  const next = attempt
    ? changeAttempt(state, { ...attempt, pairing: { ...attempt.pairing, ...changes } })
    : state
  const isVisible = attempt ? isShown(state, attempt) : state.preparedPairing?.id === id
  return isVisible ? { ...next, pairing: { ...state.pairing, ...changes } } : next
}

/** Sets or clears the URI to scan. */
export function setUri(state: FoyerState, { id, uri }: EventOf<'pairing:uri'>): FoyerState {
  const given = { wcUri: uri?.uri, wcPairingExpiry: uri?.expiresAt }
  const next = writePairing(state, id, {
    ...given,
    wcError: undefined,
    // A used URI may be cleared; only a new one waits for a wallet again.
    ...(uri && { buffering: false }),
  })
  return state.preparedPairing?.id === id
    ? { ...next, preparedPairing: { id, uri: uri && given } }
    : next
}

/** Ends the prepared URI. */
export function endPreparing(
  state: FoyerState,
  { error, id }: EventOf<'prepare:ended'>,
): FoyerState {
  if (state.preparedPairing?.id !== id) return state
  return {
    ...state,
    preparedPairing: undefined,
    pairing: {
      ...state.pairing,
      wcError: error,
      ...(!isConnecting(state) && {
        wcUri: undefined,
        wcPairingExpiry: undefined,
        buffering: false,
      }),
    },
  }
}
