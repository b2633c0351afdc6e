import type { Foyer } from '../foyer.ts'

/**
 * Loads the directory wallets of the first list, each kind once. Never rejects, since installed wallets are listed
 * without the directory.
 *
 * @source spec 4.17, 8.23
 */
export async function prefetchWallets(foyer: Foyer): Promise<void> {
  if (foyer.options.apiUrl === undefined) return
  try {
    const loadFirstWallets = await import('./loadFirstWallets.ts').then((m) => m.loadFirstWallets)
    await loadFirstWallets(foyer)
  } catch (error) {
    foyer.log('info', 'the directory could not be loaded', error)
  }
}
