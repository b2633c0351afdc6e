import type { Namespace } from '@foyer/protocol'
import { type AuthConnector, isAuthConnector } from '../connector/authConnector.ts'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import type { Approval } from '../state.ts'

/**
 * Writes what a wallet inside of the page asks its visitor, for as long as it is connected. One connector may be followed
 * once for each of its namespaces.
 *
 * @returns A stop function.
 * @source ledger 4.18, 4.19
 */
export function followApprovals(
  foyer: Foyer,
  { connector, namespace }: { connector: Connector; namespace: Namespace },
): () => void {
  return isAuthConnector(connector) ? follow(foyer, connector, namespace) : () => {}
}

function follow({ store }: Foyer, connector: AuthConnector, namespace: Namespace): () => void {
  const { events } = connector
  const change = (next: (approvals: readonly Approval[]) => readonly Approval[]) =>
    store.set((state) => ({ ...state, approvals: next(state.approvals ?? []) }))
  const stops = [
    events.on('request:start', ({ id, method }) =>
      change((all) => (all.some((one) => one.id === id) ? all : [...all, { id, method }])),
    ),
    events.on('popup', ({ rid, ...popup }) =>
      change((all) => all.map((one) => (one.id === rid ? { ...one, popup } : one))),
    ),
    events.on('popup:window', ({ rid, window }) =>
      change((all) =>
        all.map((one) =>
          one.id === rid && one.popup ? { ...one, popup: { ...one.popup, window } } : one,
        ),
      ),
    ),
    events.on('request:end', ({ id }) => change((all) => all.filter((one) => one.id !== id))),
    events.on('refused', ({ error }) => store.set((state) => ({ ...state, refused: error }))),
  ]
  return () => {
    for (const stop of stops) stop()
    const others = Object.entries(store.get().connections).some(
      ([other, connection]) =>
        other !== namespace &&
        connection.status === 'connected' &&
        connection.connector === connector,
    )
    // Nobody is left who would hear of their end.
    if (!others) change(() => [])
  }
}
