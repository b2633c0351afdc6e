import type { Wallet } from '@foyer/protocol/api'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { featuredCount, recommendedCount, setDirectory } from './directory.ts'
import { fetchWallets } from './fetchWallets.ts'

/** Most entries per directory request. @source http.md */
const mostEntries = 100

/**
 * Loads the directory wallets of the first list: excluded (to hide installed ones), featured, recent and recommended.
 * Loads each kind once. Never rejects, since installed wallets are listed without the directory.
 *
 * @source spec 4.17, 8.23, 9.14
 */
export async function loadFirstWallets(foyer: Foyer): Promise<void> {
  const { excludeWalletIds, featuredWalletIds } = foyer.options
  const { connectors, recentWallets } = foyer.store.get()
  // Installed wallets need no directory entry.
  const recents = recentWallets
    .filter(({ id, rdns }) => id !== rdns && !connectors.some((one) => one.id === id))
    .map(({ id }) => id)
  await Promise.all([
    excludeWalletIds.length > 0 &&
      loadKind(foyer, 'excludedWallets', () =>
        fetchWallets(foyer, {
          include: excludeWalletIds.slice(0, mostEntries),
          exclude: [],
          chains: [],
          entries: Math.min(mostEntries, excludeWalletIds.length),
        }),
      ),
    featuredWalletIds.length > 0 &&
      loadKind(foyer, 'featured', async () => {
        const { data, count } = await fetchWallets(foyer, {
          include: featuredWalletIds.slice(0, mostEntries),
          entries: Math.max(featuredCount, Math.min(mostEntries, featuredWalletIds.length)),
        })
        const place = ({ id }: Wallet) => featuredWalletIds.indexOf(id)
        return { data: data.toSorted((a, b) => place(a) - place(b)), count }
      }),
    recents.length > 0 &&
      loadKind(foyer, 'recent', () =>
        fetchWallets(foyer, { include: recents, entries: recents.length }),
      ),
    loadKind(foyer, 'recommended', async () => {
      const { data, count } = await fetchWallets(foyer, {
        entries: recommendedCount,
        exclude: [...excludeWalletIds, ...featuredWalletIds],
      })
      return { data, count: count + featuredWalletIds.length }
    }),
  ])
}

async function loadKind(
  foyer: Foyer,
  kind: 'excludedWallets' | 'featured' | 'recent' | 'recommended',
  load: () => Promise<{ data: Wallet[]; count: number }>,
): Promise<void> {
  try {
    const { data, count } = await cached(foyer, {
      key: `wallets:${kind}`,
      ttlMs: Number.POSITIVE_INFINITY,
      load,
    })
    const { directory } = foyer.store.get()
    if (directory[kind] === data) return
    // A page that is already loaded has the exact count.
    const isFirst = kind === 'recommended' && directory.page === 0
    setDirectory(foyer, { [kind]: data, ...(isFirst ? { count } : {}) })
  } catch (error) {
    foyer.log('info', `the ${kind} wallets could not be loaded`, error)
  }
}
