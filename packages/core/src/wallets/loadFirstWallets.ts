import type { Wallet } from '@foyer/protocol'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../createFoyer.ts'
import { featuredCount, recommendedCount, setDirectory } from './directory.ts'
import { fetchWallets } from './fetchWallets.ts'

/**
 * Loads what the first list of wallets shows besides the installed ones: the excluded wallets (to hide installed ones),
 * the featured and the recommended. Each kind once. Never rejects: without an answer the installed wallets are there.
 *
 * @source ledger 4.17, 8.23, 9.14
 */
export async function loadFirstWallets(foyer: Foyer): Promise<void> {
  const { excludeWalletIds, featuredWalletIds } = foyer.options
  await Promise.all([
    excludeWalletIds.length > 0 &&
      loadKind(foyer, 'excludedWallets', () =>
        fetchWallets(foyer, {
          include: [...excludeWalletIds],
          exclude: [],
          chains: [],
          entries: Math.min(100, excludeWalletIds.length),
        }),
      ),
    featuredWalletIds.length > 0 &&
      loadKind(foyer, 'featured', async () => {
        const { data, count } = await fetchWallets(foyer, {
          include: [...featuredWalletIds],
          entries: Math.max(featuredCount, Math.min(100, featuredWalletIds.length)),
        })
        const place = ({ id }: Wallet) => featuredWalletIds.indexOf(id)
        return { data: data.toSorted((a, b) => place(a) - place(b)), count }
      }),
    loadKind(foyer, 'recommended', () =>
      fetchWallets(foyer, {
        entries: recommendedCount,
        exclude: [...excludeWalletIds, ...featuredWalletIds],
      }),
    ),
  ])
}

async function loadKind(
  foyer: Foyer,
  kind: 'excludedWallets' | 'featured' | 'recommended',
  load: () => Promise<{ data: Wallet[]; count: number }>,
): Promise<void> {
  try {
    const { data, count } = await cached(foyer, {
      key: `wallets:${kind}`,
      ttlMs: Number.POSITIVE_INFINITY,
      load,
    })
    if (foyer.store.get().directory[kind] === data) return
    setDirectory(foyer, { [kind]: data, ...(kind === 'recommended' ? { count } : {}) })
  } catch (error) {
    foyer.log('info', `the ${kind} wallets could not be loaded`, error)
  }
}
