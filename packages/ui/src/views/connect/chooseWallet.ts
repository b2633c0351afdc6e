import {
  connectableNamespaces,
  findPairingConnector,
  type Pairing,
  type WalletEntry,
} from '@foyer/core'
import type { Wallet } from '@foyer/protocol'
import type { Ui } from '../../context.ts'
import type { Screen } from '../../router.ts'
import { isPhone } from './isPhone.ts'
import { isObtainable, openWallet } from './openWallet.ts'
import { walletWays } from './walletWays.ts'

type Choosing = Pick<Ui, 'foyer' | 'modal' | 'router' | 'views'>

/** A URI that ends so soon is not worth a tap, ms. */
const spareMs = 5_000

/**
 * Goes on with the wallet that was chosen: to the code, to its prompt, to its app, or to where it can be had. On a
 * phone the app opens in the same turn, which is that of the tap.
 *
 * @source ledger 5.20, 5.21
 */
export function chooseWallet(ui: Choosing, entry: WalletEntry): void {
  const screen = nextScreen(ui, entry)
  if (screen) ui.router.push(screen.view, screen.data as never)
}

function nextScreen(ui: Choosing, entry: WalletEntry): Screen | undefined {
  const { foyer, modal } = ui
  const { connector, wallet } = entry
  if (connector?.type === 'WALLET_CONNECT')
    return { view: 'ConnectingWalletConnectBasic', data: undefined }
  if (connector) {
    const isOpen = connector.type === 'MULTI_CHAIN' && modal.store.get().namespace === undefined
    return isOpen && connectableNamespaces(foyer, connector).length > 1
      ? { view: 'ChooseNamespace', data: { entry } }
      : { view: 'ConnectingExternal', data: { entry } }
  }
  if (!wallet) return undefined
  const phone = isPhone()
  const [way] = findPairingConnector(foyer) ? walletWays(entry, { phone }) : []
  if (!way) return { view: 'GetWallet', data: { wallet } }
  const opened = phone && way === 'phone' ? openAtOnce(ui, wallet) : undefined
  const tappedAt = phone && way === 'phone' && !opened ? Date.now() : undefined
  const obtainable = isObtainable(wallet)
  return { view: 'ConnectingWalletConnect', data: { entry, obtainable, opened, tappedAt } }
}

/** @returns The link that was opened; undefined where what it needs is not here yet, which the view waits for. */
function openAtOnce({ foyer, modal, views }: Choosing, wallet: Wallet): Pairing['wcLinking'] {
  const { wcPairingExpiry = 0, wcUri } = foyer.store.get().pairing
  if (wcUri === undefined || wcPairingExpiry < Date.now() + spareMs) return undefined
  // What waits for the wallet's answer has to be here before the page goes to sleep.
  if (views.store.get().ConnectingWalletConnect?.status !== 'loaded') return undefined
  const universal = modal.options.preferUniversalLinks
  return openWallet(foyer, { universal, uri: wcUri, wallet, way: 'phone' })
}
