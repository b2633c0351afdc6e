import type { Foyer } from '@foyer/core'
import { isConnected } from './isConnected.ts'
import type { Screen } from './router.ts'
import { isPhone } from './views/connect/readPlatform.ts'

/**
 * The view to open when none is asked for: the account, else the ways to connect; where a wallet elsewhere is the only
 * one, the wallets of the phone, or a code for it.
 *
 * @param parameters.manualWCControl - The site connects by itself.
 * @source ledger 2.14, 2.15
 */
export function openingScreen(
  foyer: Foyer,
  { manualWCControl }: { manualWCControl?: boolean | undefined },
): Screen {
  const pairs = manualWCControl || onlyPairs(foyer)
  const view = isConnected(foyer)
    ? 'Account'
    : pairs
      ? isPhone()
        ? 'AllWallets'
        : 'ConnectingWalletConnectBasic'
      : 'Connect'
  return { view, data: undefined }
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
