import type { Namespace } from '@foyer/protocol'
import type { FrameUser } from '@foyer/protocol/frame'
import { alert } from '../alerts/alert.ts'
import type { Foyer } from '../foyer.ts'
import type { Approval } from '../state.ts'
import type { AuthConnector, AuthEvents, EmitAuthEvent } from './authConnector.ts'

/**
 * Writes the events of an embedded wallet into the state: approvals, the user, and alerts for the developer.
 *
 * @returns The callback for the wallet, and a stop function.
 * @source spec 3.1 `user`, 4.18, 4.19, 8.20
 */
export function followLogin(
  foyer: Foyer,
  connector: AuthConnector,
): { emit: EmitAuthEvent; stop: () => void } {
  const { events, store } = foyer
  let user: FrameUser | undefined
  const change = (next: (approvals: readonly Approval[]) => readonly Approval[]) =>
    store.set((state) => ({ ...state, approvals: next(state.approvals ?? []) }))
  const changeOne = (id: string, next: (approval: Approval) => Approval) =>
    change((all) => all.map((one) => (one.id === id ? next(one) : one)))
  /** Lists the namespaces that are connected through this connector. */
  const listOwn = () =>
    Object.entries(store.get().connections).flatMap(([namespace, connection]) =>
      connection.status === 'connected' && connection.connector === connector
        ? [namespace as Namespace]
        : [],
    )
  const sync = () => {
    const { approvals = [], details } = store.get()
    const own = listOwn()
    // The last of its namespaces is disconnected.
    if (own.length === 0 && approvals.length > 0) change(() => [])
    if (!user) return
    const { email = null, logins, userName } = user
    const shown = { email, ...(logins && { logins }), ...(userName && { username: userName }) }
    for (const namespace of own) {
      const known = details[namespace]
      const { user: before } = known ?? {}
      if (
        !known ||
        (before?.email === email &&
          before.username === shown.username &&
          before.logins === shown.logins)
      )
        continue
      store.set((state) => ({
        ...state,
        details: { ...state.details, [namespace]: { ...known, user: shown } },
      }))
    }
  }
  const handlers: { readonly [name in keyof AuthEvents]: (event: AuthEvents[name]) => void } = {
    alert: (code) => alert(foyer, code),
    refused: ({ error }) => store.set((state) => ({ ...state, refused: error })),
    'approval:start'(approval) {
      if (listOwn().length === 0) return
      change((all) => [...all, approval])
      events.emit('approval:start', approval)
    },
    'approval:popup': ({ id, ...popup }) => changeOne(id, (one) => ({ ...one, popup })),
    'approval:window': ({ id, window }) =>
      changeOne(id, (one) => (one.popup ? { ...one, popup: { ...one.popup, window } } : one)),
    'approval:end'(approval) {
      change((all) => all.filter(({ id }) => id !== approval.id))
      events.emit('approval:end', approval)
    },
    calls({ calls, id }) {
      const others = (all: readonly Approval[]) => all.filter((one) => one.id !== id)
      change((all) =>
        calls && listOwn().length > 0
          ? [...all, { id, method: 'wallet_showCallsStatus', calls }]
          : others(all),
      )
    },
    social({ uri }) {
      store.set((state) => ({ ...state, socialUri: uri }))
      // They complete the login, even on a page that loads their code with the first click only.
      for (const { prefetch } of foyer.running.surfaces) void prefetch()
    },
    lost: (lostLogin) => store.set((state) => ({ ...state, lostLogin })),
    user(next) {
      user = next
      if (next && store.get().lostLogin) store.set((state) => ({ ...state, lostLogin: undefined }))
      sync()
    },
  }
  const stop = store.subscribe(sync)
  return {
    emit: (name, event) => handlers[name](event),
    stop() {
      stop()
      change(() => [])
    },
  }
}
