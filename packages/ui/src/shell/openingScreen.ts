import type { Foyer } from '@foyer/core'
import { firstView } from '../firstView.ts'
import type { Modal } from '../modal.ts'
import type { Screen } from '../router.ts'
import { isPhone } from '../views/connect/isPhone.ts'

/**
 * The view to open when none is asked for: the account, else the ways to connect; where a wallet elsewhere is the only
 * one, or the site connects it by itself, the wallets of the phone, or a code for it.
 *
 * @source ledger 2.14, 2.15
 */
export function openingScreen({ foyer, options }: Pick<Modal, 'foyer' | 'options'>): Screen {
  const view = firstView(foyer)
  const pairs = view === 'Connect' && (options.manualWCControl || onlyPairs(foyer))
  if (!pairs) return { view, data: undefined }
  return { view: isPhone() ? 'AllWallets' : 'ConnectingWalletConnectBasic', data: undefined }
}

/** No chain family looks for wallets here, and no other way to connect was given. */
function onlyPairs({ adapters, store }: Foyer): boolean {
  const { connectors } = store.get()
  return (
    connectors.length > 0 &&
    connectors.every(({ type }) => type === 'WALLET_CONNECT') &&
    !Object.values(adapters).some(({ discover }) => discover)
  )
}

/** Goes to the view that opens when nothing waits, and forgets the way back. */
export function begin(modal: Modal): void {
  const { data, view } = openingScreen(modal)
  modal.router.reset(view, data as never)
}
