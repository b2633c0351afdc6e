import { type Foyer, findPairingConnector, type Pairing, type WalletEntry } from '@foyer/core'
import { connectableNamespaces } from '@foyer/core/internal'
import type { Wallet } from '@foyer/protocol/api'
import type { Ui } from '../../context.ts'
import type { Screen } from '../../router.ts'
import type { askWallet } from './askWallet.ts'
import { beginConnecting } from './beginConnecting.ts'
import { isPhone } from './isPhone.ts'
import { isObtainable, openWallet } from './openWallet.ts'
import { walletWays } from './walletWays.ts'

type Choosing = Pick<Ui, 'foyer' | 'modal' | 'router' | 'views'> & { ask: typeof askWallet }

/** Loads the code that asks wallets, including discovery. @returns {@link chooseWallet} with it */
export async function loadChooser({ store }: Foyer) {
  // Failures are retried when the wallet is chosen.
  for (const connector of store.get().connectors) connector.load?.().catch(() => {})
  const { askWallet } = await import('./askWallet.ts')
  return (ui: Omit<Choosing, 'ask'>, entry: WalletEntry) =>
    chooseWallet({ ...ui, ask: askWallet }, entry)
}

/** Remaining lifetime below which a URI is not used for a tap, ms. */
const spareMs = 5_000

/**
 * Continues with the chosen wallet: to its code, prompt, app or install page. Its prompt or app opens synchronously in
 * the click.
 *
 * @param ui.ask - Preloaded.
 * @source spec 5.20, 5.21
 */
function chooseWallet(ui: Choosing, entry: WalletEntry): void {
  const screen = nextScreen(ui, entry)
  if (screen) ui.router.push(screen.view, screen.data as never)
}

function nextScreen(ui: Choosing, entry: WalletEntry): Screen | undefined {
  const { ask, foyer, modal } = ui
  const { connector, wallet } = entry
  if (connector?.type === 'WALLET_CONNECT')
    return { view: 'ConnectingWalletConnectBasic', data: undefined }
  if (connector) {
    const isOpen = connector.type === 'MULTI_CHAIN' && modal.store.get().namespace === undefined
    return isOpen && connectableNamespaces(foyer, connector).length > 1
      ? {
          view: 'ChooseNamespace',
          data: { entry, begin: (namespace) => beginConnecting(ui, { ask, entry, namespace }) },
        }
      : { view: 'ConnectingExternal', data: beginConnecting(ui, { ask, entry }) }
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

/** @returns The link that was opened; undefined if its code or URI is not ready yet, which the view waits for. */
function openAtOnce({ foyer, modal, views }: Choosing, wallet: Wallet): Pairing['wcLinking'] {
  const { wcPairingExpiry = 0, wcUri } = foyer.store.get().pairing
  if (wcUri === undefined || wcPairingExpiry < Date.now() + spareMs) return undefined
  // The code that waits for the answer must be loaded before the page is suspended.
  if (views.store.get().ConnectingWalletConnect?.status !== 'loaded') return undefined
  const universal = modal.options.preferUniversalLinks
  return openWallet(foyer, { universal, uri: wcUri, wallet, way: 'phone' })
}
