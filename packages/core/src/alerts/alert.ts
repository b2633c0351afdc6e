import { type AlertCode, alertOfMessage, alerts } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'

/** Reports a configuration problem to the developer, once. @source spec 8.20, 8.21 */
export function alert({ events, log, store }: Foyer, code: AlertCode): void {
  if (store.get().alerts.some((shown) => shown.code === code)) return
  const [title, meaning] = alerts[code]
  const shown = { code, title, meaning }
  store.set((state) => ({ ...state, alerts: [...state.alerts, shown] }))
  log('error', `${title}: ${meaning}`)
  events.emit('alert', shown)
}

/** Raises the alert for a failure that a server message explains. @source spec 8.21 */
export function alertCause(foyer: Foyer, { cause }: Error): void {
  if (cause instanceof Error) alertMessage(foyer, cause.message)
}

/** Raises the alert that a server message maps to, if any. @source spec 8.21 */
export function alertMessage(foyer: Foyer, message: string): void {
  const code = Object.hasOwn(alertOfMessage, message) ? alertOfMessage[message] : undefined
  if (code) alert(foyer, code)
}
