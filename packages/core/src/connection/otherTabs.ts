import type { Foyer } from '../createFoyer.ts'

export const disconnectedKey = 'disconnected'

/** Of the page; a server has none. */
type Scope = {
  addEventListener?: (name: 'storage', listener: (event: StorageChange) => void) => void
  removeEventListener?: (name: 'storage', listener: (event: StorageChange) => void) => void
}
type StorageChange = { readonly key?: string | null; readonly newValue?: string | null }

/**
 * A disconnect in one tab holds in the others too, also for wallets that can not revoke.
 *
 * @returns A stop function.
 */
export function followOtherTabs(foyer: Foyer): () => void {
  const scope = globalThis as Scope
  const listen = ({ key: changed, newValue }: StorageChange) => {
    if (changed === foyer.storage.keyOf(disconnectedKey)) void letGo(foyer, newValue)
  }
  scope.addEventListener?.('storage', listen)
  return () => scope.removeEventListener?.('storage', listen)
}

async function letGo(foyer: Foyer, told: string | null | undefined): Promise<void> {
  try {
    const { letGoOf } = await import('./letGoOf.ts')
    letGoOf(foyer, told)
  } catch (error) {
    foyer.log('error', 'a disconnect of another tab could not be followed', error)
  }
}
