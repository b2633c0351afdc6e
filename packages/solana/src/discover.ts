import type { Connector } from '@foyer/core'
import { getWallets } from '@wallet-standard/app'
import { createConnector } from './createConnector.ts'
import { parseStandardWallet } from './parseStandardWallet.ts'
import { createRegistration, type Registration } from './registration.ts'

/**
 * Reports this browser's Wallet Standard wallets, now and as they register, one per name. One that unregisters is
 * disconnected and removed from the list until it is back. Without a window it does nothing.
 *
 * @returns A stop function.
 * @source https://github.com/wallet-standard/wallet-standard
 */
export function discover(onConnector: (connector: Connector) => () => void): () => void {
  if (!(globalThis as { window?: unknown }).window) return () => {}
  const { get, on } = getWallets()
  const rows = new Map<
    string,
    { registration: Registration; connector: Connector; forget: () => void }
  >()

  const onRegister = (...wallets: readonly unknown[]) => {
    for (const one of wallets) {
      const parsed = parseStandardWallet(one)
      if (!parsed) continue
      const { wallet, ...shown } = parsed
      const row = rows.get(shown.id)
      if (row) {
        // The first wallet of a name keeps its row, so that a later one cannot impersonate it.
        if (row.registration.wallet()) continue
        row.registration.register(wallet)
        row.forget = onConnector(row.connector)
        continue
      }
      const registration = createRegistration(wallet)
      const connector = createConnector({ ...shown, registration })
      rows.set(shown.id, { registration, connector, forget: onConnector(connector) })
    }
  }
  const onUnregister = (...wallets: readonly unknown[]) => {
    for (const one of wallets)
      for (const { forget, registration } of rows.values()) {
        if (registration.wallet() !== one) continue
        registration.unregister(one)
        forget()
      }
    // Another wallet of the same name may be waiting.
    onRegister(...get())
  }

  const stops = [on('register', onRegister), on('unregister', onUnregister)]
  onRegister(...get())
  return () => {
    for (const stop of stops) stop()
  }
}
