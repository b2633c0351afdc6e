import type { Foyer } from '../foyer.ts'
import type { Directory } from './wallet.ts'

/** @source spec 9.14 */
export const walletPageSize = 40
/** Number of a page's images that load at once. @source spec 9.14 */
export const walletImagePrefetch = 20
/** @source spec 9.14 */
export const walletSearchSize = 100
/** Delay of the search while the user types, ms. @source spec 9.14 */
export const searchDebounceMs = 300
/** @source spec 9.14 */
export const featuredCount = 4
/** @source spec 9.14 */
export const recommendedCount = 4

export function setDirectory({ store }: Foyer, directory: Partial<Directory>): void {
  store.set((state) => ({ ...state, directory: { ...state.directory, ...directory } }))
}
