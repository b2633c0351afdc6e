import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { type Candidate, composeEntries, kindOf } from './composeEntries.ts'
import type { Wanted } from './isWithinReach.ts'
import { knownWallets, sortConnectors } from './listEntries.ts'
import type { WalletEntry } from './wallet.ts'

/** Lists the directory as far as it is loaded, installed wallets first. @source spec 4.17, 5.19 */
export function listAllEntries(foyer: Foyer, wanted: Wanted = {}): WalletEntry[] {
  const { directory } = foyer.store.get()
  return listInstalledFirst(foyer, {
    wanted,
    wallets: [
      ...directory.featured.map((wallet) => ({ kind: 'featured' as const, wallet })),
      ...foyer.options.customWallets.map((wallet) => ({ kind: 'custom' as const, wallet })),
      ...directory.wallets.map((wallet) => ({ kind: 'recommended' as const, wallet })),
    ],
  })
}

/** Lists the search results among installed wallets and in the directory, installed first. */
export function listSearchEntries(
  foyer: Foyer,
  search: string,
  wanted: Wanted = {},
): WalletEntry[] {
  const { directory } = foyer.store.get()
  const text = search.trim().toLowerCase()
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(text)
  return listInstalledFirst(foyer, {
    wanted,
    matches,
    wallets: [
      ...foyer.options.customWallets
        .filter(matches)
        .map((wallet) => ({ kind: 'custom' as const, wallet })),
      ...directory.search.map((wallet) => ({ kind: 'recommended' as const, wallet })),
    ],
  })
}

function listInstalledFirst(
  foyer: Foyer,
  {
    matches = () => true,
    wallets,
    wanted,
  }: {
    matches?: (connector: Connector) => boolean
    wallets: readonly Candidate[]
    wanted: Wanted
  },
): WalletEntry[] {
  const known = knownWallets(foyer)
  const connectors = sortConnectors(foyer, { known, wanted })
  const installed = connectors.filter(
    (connector) => kindOf(connector) === 'injected' && matches(connector),
  )
  return composeEntries(foyer, {
    candidates: [
      ...installed.map((connector) => ({ kind: 'injected' as const, connector })),
      ...wallets,
    ],
    connectors,
    known,
    wanted,
  }).toSorted((a, b) => Number(b.installed) - Number(a.installed))
}
