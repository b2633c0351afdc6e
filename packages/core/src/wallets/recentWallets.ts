import * as v from 'valibot'
import type { Foyer } from '../createFoyer.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { RecentWallet } from './wallet.ts'

/** @source ledger 9.14 */
export const recentCount = 2

const key = 'recent-wallets'
const schema = v.array(
  v.object({
    id: v.string(),
    rdns: v.exactOptional(v.string()),
    image_id: v.exactOptional(v.string()),
    name: v.exactOptional(v.string()),
  }),
)

export function readStoredRecents(storage: Storage): readonly RecentWallet[] {
  return (storage.read(key, schema) ?? []).slice(0, recentCount)
}

/** Puts a wallet first among the recent ones. @source ledger 9.14: at most 2 */
export function rememberWallet({ storage, store }: Foyer, wallet: RecentWallet): void {
  const others = store
    .get()
    .recentWallets.filter(
      ({ id, rdns }) => id !== wallet.id && (rdns === undefined || rdns !== wallet.rdns),
    )
  const recentWallets = [wallet, ...others].slice(0, recentCount)
  store.set((state) => ({ ...state, recentWallets }))
  storage.write(key, recentWallets)
}
