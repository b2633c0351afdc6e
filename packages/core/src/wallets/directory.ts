import type { Foyer } from '../foyer.ts'
import type { Directory } from './wallet.ts'

/** @source ledger 9.14 */
export const walletPageSize = 40
/** How many pictures of a page are loaded at once. @source ledger 9.14 */
export const walletImagePrefetch = 20
/** @source ledger 9.14 */
export const walletSearchSize = 100
/** How long to wait while a visitor types, ms. @source ledger 9.14 */
export const searchDebounceMs = 300
/** @source ledger 9.14 */
export const featuredCount = 4
/** @source ledger 9.14 */
export const recommendedCount = 4

export function setDirectory({ store }: Foyer, directory: Partial<Directory>): void {
  store.set((state) => ({ ...state, directory: { ...state.directory, ...directory } }))
}
