import type { Namespace } from '@foyer/protocol'
import type { Wallet } from '@foyer/protocol/api'
import { findPairingConnector } from '../connector/findPairingConnector.ts'
import type { Foyer } from '../foyer.ts'
import type { EntryKind } from './wallet.ts'

/** Filter of the wallet list. */
export type Wanted = {
  /** Only wallets that support it. @default any */
  readonly namespace?: Namespace | undefined
  /** On a phone: only those that can be opened there. @default false */
  readonly mobile?: boolean | undefined
}

/** Two wallets that open on a phone without a directory link; matched by directory id and by rdns. */
const coinbase = [
  'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  'com.coinbase.wallet',
]
const phantom = ['a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', 'app.phantom']

/**
 * True if the user can get to a wallet that is not in this browser: on a phone by its link, else by a URI or by
 * installing it.
 *
 * @source spec 5.20, 5.21
 */
export function isWithinReach(
  foyer: Foyer,
  { kind, mobile, namespace, wallet }: Wanted & { kind: EntryKind; wallet: Wallet | undefined },
): boolean {
  if (!wallet) return false
  const { chains, chrome_store, desktop_link, injected, mobile_link, webapp_link } = wallet
  const reaches = (one: Namespace) => chains.some((chain) => chain.startsWith(`${one}:`))
  // A site's own wallet need not list its networks.
  const isOpen = kind === 'custom' && chains.length === 0
  if (namespace && !isOpen && !reaches(namespace)) return false
  if (mobile) {
    const is = (names: readonly string[]) =>
      names.includes(wallet.id) || names.includes(wallet.rdns ?? '')
    const active = namespace ?? foyer.store.get().activeNamespace
    return !!mobile_link || is(coinbase) || (is(phantom) && active === 'solana')
  }
  if (!findPairingConnector(foyer)) return true
  const canInstall = Object.values(foyer.adapters).some(({ discover }) => discover)
  return !!(
    mobile_link ||
    desktop_link ||
    webapp_link ||
    (canInstall && (chrome_store || injected?.length))
  )
}
