import { noPairing, type Pairing } from '../../pairing.ts'
import type { FoyerState } from '../../state.ts'
import type { EventOf } from './connectionEvent.ts'
import { changeAttempt, isConnecting, isShown } from './shownAttempt.ts'

/** No wallet is being connected: nothing is left of it but the URI that is kept ready. @source ledger 4.3 */
export function clearPairing(state: FoyerState, wcLinking: Pairing['wcLinking']): FoyerState {
  if (isConnecting(state)) return state
  return { ...state, pairing: { ...noPairing, ...state.preparedPairing?.uri, wcLinking } }
}

/** Keeps what a connector told of the pairing, and shows it where its attempt is shown. */
export function writePairing(state: FoyerState, id: number, told: Partial<Pairing>): FoyerState {
  const attempt = state.attempts.find((one) => one.id === id)
  const next = attempt
    ? changeAttempt(state, { ...attempt, pairing: { ...attempt.pairing, ...told } })
    : state
  const isHeard = attempt ? isShown(state, attempt) : state.preparedPairing?.id === id
  return isHeard ? { ...next, pairing: { ...state.pairing, ...told } } : next
}

/** Takes a URI to scan, or takes it away. */
export function takeUri(state: FoyerState, { id, uri }: EventOf<'pairing:uri'>): FoyerState {
  const given = { wcUri: uri?.uri, wcPairingExpiry: uri?.expiresAt }
  const next = writePairing(state, id, {
    ...given,
    wcError: undefined,
    // The one that a wallet took may be taken away; only a new one waits for a wallet again.
    ...(uri && { buffering: false }),
  })
  return state.preparedPairing?.id === id
    ? { ...next, preparedPairing: { id, uri: uri && given } }
    : next
}

/** Ends the URI that was kept ready. */
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
