import { isChainId, namespaceOf, type QueryOutput } from '@foyer/protocol'
import type { getWallets } from '@foyer/protocol/api'
import { type DirectoryWallet, isNamed } from './directory.ts'

/**
 * Finds the wallets that match a query, in order; with a search, names that start with it come first.
 * @source spec 7.21
 */
export function searchWallets(
  wallets: readonly DirectoryWallet[],
  query: Omit<QueryOutput<typeof getWallets>, 'page' | 'entries'>,
): DirectoryWallet[] {
  const { badge_type: badge, chains, exclude, include, platform } = query
  const text = query.search?.toLowerCase() ?? ''
  const found = wallets.filter(
    (wallet) =>
      wallet.name.toLowerCase().includes(text) &&
      (include === undefined || include.some((id) => isNamed(wallet, id))) &&
      !exclude?.some((id) => isNamed(wallet, id)) &&
      (chains === undefined || chains.some((chain) => servesChain(wallet, chain))) &&
      (badge === undefined || (wallet.badge_type ?? 'none') === badge) &&
      (platform === undefined || runsOn[platform](wallet)),
  )
  if (text === '') return found
  const starts = (wallet: DirectoryWallet) => wallet.name.toLowerCase().startsWith(text)
  return [...found.filter(starts), ...found.filter((wallet) => !starts(wallet))]
}

/** Returns whether a wallet supports a chain, by its namespace: no source lists all chains. */
function servesChain(wallet: DirectoryWallet, chain: string): boolean {
  const namespace = isChainId(chain) ? namespaceOf(chain) : chain
  return (wallet.chains ?? []).some((own) => own === chain || own.startsWith(`${namespace}:`))
}

const runsOn: Record<
  NonNullable<QueryOutput<typeof getWallets>['platform']>,
  (wallet: DirectoryWallet) => boolean
> = {
  android: (wallet) => Boolean(wallet.play_store || wallet.mobile_link),
  ios: (wallet) => Boolean(wallet.app_store || wallet.mobile_link),
  desktop: (wallet) => Boolean(wallet.desktop_link || wallet.chrome_store),
  web: (wallet) => Boolean(wallet.webapp_link || wallet.chrome_store),
}
