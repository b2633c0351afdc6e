import type { Foyer } from '../foyer.ts'

/**
 * True if a wallet is hidden: its id is excluded, or its rdns or lower-cased name is that of an excluded wallet.
 *
 * @source spec 5.18, 6.4
 */
export function isExcluded(
  { options, store }: Foyer,
  wallet: { id?: string | undefined; name: string; rdns?: string | null | undefined },
): boolean {
  if (wallet.id !== undefined && options.excludeWalletIds.includes(wallet.id)) return true
  const name = wallet.name.toLowerCase()
  return store
    .get()
    .directory.excludedWallets.some(
      (excluded) =>
        excluded.name.toLowerCase() === name || (!!excluded.rdns && excluded.rdns === wallet.rdns),
    )
}
