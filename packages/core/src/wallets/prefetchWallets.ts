import type { Foyer } from '../foyer.ts'

/**
 * Loads what the first list of wallets shows besides the installed ones. Each kind once. Never rejects: without an
 * answer the installed wallets are there.
 *
 * @source ledger 4.17, 8.23
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
