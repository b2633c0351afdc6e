import type { Foyer } from '../createFoyer.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { RecentWallet } from './wallet.ts'

/** @source ledger 9.14 */
export const recentCount = 2

const key = 'recent-wallets'
/** Drops what is no wallet. By hand: the schema library comes after the first click. */
function parse(stored: unknown): RecentWallet[] | undefined {
  if (!Array.isArray(stored)) return undefined
  return stored.flatMap((item) => {
    const { id, image_id, name, rdns } = Object(item) as Record<string, unknown>
    if (typeof id !== 'string') return []
    return [
      {
        id,
        ...(typeof rdns === 'string' ? { rdns } : {}),
        ...(typeof image_id === 'string' ? { image_id } : {}),
        ...(typeof name === 'string' ? { name } : {}),
      },
    ]
  })
}

export function readStoredRecents(storage: Storage): readonly RecentWallet[] {
  return (storage.read(key, parse) ?? []).slice(0, recentCount)
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
