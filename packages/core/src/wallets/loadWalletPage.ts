import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { setDirectory, walletPageSize } from './directory.ts'

/**
 * Loads one page of the directory, and adds it to the list. Pages load in order, from 1; a loaded page is not requested
 * again. Without `apiUrl` there are none.
 *
 * @throws FoyerError `http-failed`, `request-timed-out`, `request-aborted`
 * @source spec 2.5, 9.14
 */
export async function loadWalletPage(
  foyer: Foyer,
  { page, signal }: { page: number; signal?: AbortSignal | undefined },
): Promise<void> {
  if (foyer.options.apiUrl === undefined || page <= foyer.store.get().directory.page) return
  const { count, data } = await cached(foyer, {
    key: `wallets:page ${page}`,
    ttlMs: Number.POSITIVE_INFINITY,
    signal,
    // Loaded with the first page, not with the caller.
    load: async () =>
      (await import('./fetchWallets.ts')).fetchWallets(foyer, { page, entries: walletPageSize }),
  })
  const { directory } = foyer.store.get()
  if (page !== directory.page + 1) return
  setDirectory(foyer, { page, count, wallets: [...directory.wallets, ...data] })
}
