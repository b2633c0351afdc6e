import type { Namespace } from '@foyer/protocol'
import { readOwner } from '../../account/readOwner.ts'
import type { FoyerState } from '../../state.ts'
import type { EventOf, Run } from './connectionEvent.ts'
import { hideAttempt, place, setOwner } from './placeConnection.ts'
import { clearPairing } from './reducePairing.ts'
import { endAttempts, shownAttempt } from './shownAttempt.ts'

/** Ends the connections and attempts of some namespaces. */
export function endConnections(
  state: FoyerState,
  { namespaces, stored }: EventOf<'disconnected'>,
  run: Run,
): FoyerState {
  const ended = state.attempts.filter(({ namespace }) => namespaces.includes(namespace))
  const hidden = namespaces.reduce(hideAttempt, endAttempts(state, ended, run))
  const next = clearPairing(hidden, undefined)
  return endSessions(next, { namespaces, stored }, run)
}

/** A wallet that shares its session has one approval for all its namespaces, so they end together. */
export function sessionOf(
  state: FoyerState,
  { connector, namespace }: EventOf<'wallet:disconnected'>,
): readonly Namespace[] {
  if (!connector.sharesSession) return [namespace]
  return connector.namespaces.filter((one) => readOwner(state, one)?.connector === connector)
}

/** Clears the connections of some namespaces. Attempts there continue. @source spec 4.4 */
export function endSessions(
  state: FoyerState,
  { namespaces, stored }: { namespaces: readonly Namespace[]; stored: boolean },
  run: Run,
): FoyerState {
  let next = state
  for (const namespace of namespaces) {
    run({ type: 'unwatch', namespace })
    const shown = next.shownAttempts[namespace]
    const asked = shownAttempt(next, namespace)?.silent === false
    const connection = asked ? next.connections[namespace] : undefined
    next = place(
      next,
      namespace,
      connection ?? { status: 'disconnected' },
      shown && { ...shown, before: undefined },
    )
    if (namespace === next.activeNamespace) next = { ...next, lostNamespace: namespace }
    if (!stored) continue
    run({ type: 'store:connection', namespace })
    run({ type: 'store:account', namespace, selected: undefined })
  }
  return isAnyKnown(next) ? next : clearPairing(next, undefined)
}

/** True when the namespace is connected or connecting. */
export function isAnyKnown({ connections }: FoyerState): boolean {
  return Object.values(connections).some(({ status }) => status !== 'disconnected')
}

/** Updates the accounts of a connected wallet; an empty list disconnects the namespace. */
export function changeAccounts(
  state: FoyerState,
  { accounts, namespace }: EventOf<'wallet:accounts'>,
  run: Run,
): FoyerState {
  const owner = readOwner(state, namespace)
  if (!owner) return state
  const [first] = accounts
  if (!first) return endSessions(state, { namespaces: [namespace], stored: true }, run)
  // The user's selection is valid until the wallet itself switches accounts.
  const isKept =
    first.address === owner.accounts[0]?.address &&
    accounts.some(({ address }) => address === owner.address)
  const address = isKept ? owner.address : first.address
  if (!isKept) run({ type: 'store:account', namespace, selected: undefined })
  run({ type: 'store:connection', namespace })
  if (address !== owner.address) run({ type: 'load', namespace, tokens: false })
  return setOwner(state, namespace, { ...owner, accounts, address })
}

/** Shows another account of the connected wallet. */
export function select(
  state: FoyerState,
  { address, namespace }: EventOf<'account:selected'>,
  run: Run,
): FoyerState {
  const connection = state.connections[namespace]
  if (connection?.status !== 'connected') return state
  const first = connection.accounts[0]?.address as string
  const { id: connectorId } = connection.connector
  const selected = address === first ? undefined : { connectorId, address, first }
  run({ type: 'store:account', namespace, selected })
  if (address === connection.address) return state
  run({ type: 'store:connection', namespace })
  run({ type: 'load', namespace, tokens: false })
  return setOwner(state, namespace, { ...connection, address })
}
