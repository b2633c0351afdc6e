import type { Foyer } from '@foyer/core'
import { firstView } from '../firstView.ts'
import type { Modal } from '../modal.ts'
import type { Screen } from '../router.ts'
import { isPhone } from '../views/connect/isPhone.ts'

/**
 * Returns the default view: the account if connected, else the ways to connect. If WalletConnect is the only way, or the
 * site controls it (`manualWCControl`), returns the list of wallets on a phone and the code elsewhere.
 *
 * @source spec 2.14, 2.15
 */
export function openingScreen({ foyer, options }: Pick<Modal, 'foyer' | 'options'>): Screen {
  const view = firstView(foyer)
  const pairs = view === 'Connect' && (options.manualWCControl || onlyPairs(foyer))
  if (!pairs) return { view, data: undefined }
  return { view: isPhone() ? 'AllWallets' : 'ConnectingWalletConnectBasic', data: undefined }
}

/** No adapter discovers wallets, and there is no other connector. */
function onlyPairs({ adapters, store }: Foyer): boolean {
  const { connectors } = store.get()
  return (
    connectors.length > 0 &&
    connectors.every(({ type }) => type === 'WALLET_CONNECT') &&
    !Object.values(adapters).some(({ discover }) => discover)
  )
}

/** Resets to the default view when nothing is pending. */
export function begin(modal: Modal): void {
  const { data, view } = openingScreen(modal)
  modal.router.reset(view, data as never)
}
