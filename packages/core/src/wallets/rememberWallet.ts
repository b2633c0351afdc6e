import type { Foyer } from '../foyer.ts'
import type { RecentWallet } from './recentWallet.ts'
import { recentCount, recentsKey } from './recentWallets.ts'

/** Puts a wallet first among the recent ones. @source spec 9.14: at most 2 */
export function rememberWallet({ storage, store }: Foyer, wallet: RecentWallet): void {
  const others = store
    .get()
    .recentWallets.filter(
      ({ id, rdns }) => id !== wallet.id && (rdns === undefined || rdns !== wallet.rdns),
    )
  const recentWallets = [wallet, ...others].slice(0, recentCount)
  store.set((state) => ({ ...state, recentWallets }))
  storage.write(recentsKey, recentWallets)
}
