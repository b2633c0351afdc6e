import type { Connector } from '@foyer/core'
import { getWallets } from '@wallet-standard/app'
import { createConnector } from './createConnector.ts'
import { parseStandardWallet } from './parseStandardWallet.ts'
import { createSeat, type Seat } from './seat.ts'

/**
 * Reports the wallets of this browser that speak the Wallet Standard, now and as they register, one a name. One that
 * unregisters ends its connection and can not be connected until it is back. Where there is no window nothing is
 * reported.
 *
 * @returns A stop function.
 * @source https://github.com/wallet-standard/wallet-standard
 */
export function discover(onConnector: (connector: Connector) => void): () => void {
  if (!(globalThis as { window?: unknown }).window) return () => {}
  const { get, on } = getWallets()
  const seats = new Map<string, Seat>()

  const onRegister = (...wallets: readonly unknown[]) => {
    for (const one of wallets) {
      const parsed = parseStandardWallet(one)
      if (!parsed) continue
      const { wallet, ...shown } = parsed
      const seat = seats.get(shown.id)
      // The first of a name keeps its row: a later one can not take over what the visitor knows.
      if (seat) {
        seat.enter(wallet)
        continue
      }
      const made = createSeat(wallet)
      seats.set(shown.id, made)
      onConnector(createConnector({ ...shown, seat: made }))
    }
  }
  const onUnregister = (...wallets: readonly unknown[]) => {
    for (const one of wallets) for (const seat of seats.values()) seat.leave(one)
    // Another of the same name may have waited.
    onRegister(...get())
  }

  const stops = [on('register', onRegister), on('unregister', onUnregister)]
  onRegister(...get())
  return () => {
    for (const stop of stops) stop()
  }
}
