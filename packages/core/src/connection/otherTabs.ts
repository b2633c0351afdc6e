import type { Foyer } from '../foyer.ts'
import { tabsKey } from './tabEvent.ts'

/** Globals of a page; a server has none. */
type Scope = {
  addEventListener?: (name: 'storage', listener: (event: StorageChange) => void) => void
  removeEventListener?: (name: 'storage', listener: (event: StorageChange) => void) => void
}
type StorageChange = { readonly key?: string | null; readonly newValue?: string | null }

/**
 * Applies connects and disconnects of one tab to the others, also for wallets that cannot revoke.
 *
 * @returns A stop function.
 */
export function followOtherTabs(foyer: Foyer): () => void {
  const scope = globalThis as Scope
  const listen = ({ key: changed, newValue }: StorageChange) => {
    if (changed !== foyer.storage.keyOf(tabsKey)) return
    import('./withoutPrompt.ts')
      .then(({ withoutPrompt }) => withoutPrompt.applyTabEvent(foyer, newValue))
      .catch((error) => foyer.log('error', 'another tab could not be followed', error))
  }
  scope.addEventListener?.('storage', listen)
  return () => scope.removeEventListener?.('storage', listen)
}
