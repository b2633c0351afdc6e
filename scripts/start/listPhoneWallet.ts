import type { start } from '@foyer/api'
import { devnetChains, phoneIcon, solanaDevnet } from '@foyer/devnet'

/** The id of the phone wallet in the directory. */
export const phoneWalletId = 'local.foyer.phone'

/**
 * The phone wallet's entry in the directory.
 *
 * @param url - its origin
 */
export function listPhoneWallet(url: string): NonNullable<start.Options['extraWallets']>[number] {
  return {
    id: phoneWalletId,
    name: 'Foyer Phone Wallet',
    homepage: url,
    chains: [...devnetChains.map(({ caipId }) => caipId), solanaDevnet.caipId],
    // The same page on every machine; on a phone it stands in for the app.
    mobile_link: url,
    webapp_link: url,
    image: { type: 'image/svg+xml', body: phoneIcon() },
  }
}
