import type { Namespace } from '@foyer/protocol'
import type { Connected, Connection } from '../../account/account.ts'
import { carryDetails } from '../../account/carryDetails.ts'
import { readOwner } from '../../account/readOwner.ts'
import type { FoyerState } from '../../state.ts'
import type { ShownAttempt } from './attempt.ts'

/** Writes the connection and the shown attempt of a namespace, and clears account data that is no longer valid. */
export function place(
  state: FoyerState,
  namespace: Namespace,
  connection: Connection,
  shown: ShownAttempt | undefined,
): FoyerState {
  const { [namespace]: _, ...shownAttempts } = state.shownAttempts
  const { [namespace]: known, ...details } = state.details
  const next: FoyerState = {
    ...state,
    connections: { ...state.connections, [namespace]: connection },
    shownAttempts: shown ? { ...shownAttempts, [namespace]: shown } : shownAttempts,
  }
  const carried = carryDetails(known, readOwner(state, namespace), readOwner(next, namespace))
  if (carried === known) return next
  return { ...next, details: carried ? { ...details, [namespace]: carried } : details }
}

/** Updates a connected wallet, also while another one is connecting. */
export function setOwner(state: FoyerState, namespace: Namespace, owner: Connected): FoyerState {
  const connection = state.connections[namespace]
  const shown = state.shownAttempts[namespace]
  return connection?.status === 'connecting' && shown
    ? place(state, namespace, connection, { ...shown, before: owner })
    : place(state, namespace, owner, shown)
}

/** Hides the attempt; keeps the connection. */
export function hideAttempt(state: FoyerState, namespace: Namespace): FoyerState {
  const { [namespace]: _, ...shownAttempts } = state.shownAttempts
  return { ...state, shownAttempts }
}
