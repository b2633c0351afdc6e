import type { Namespace } from '@foyer/protocol'
import type { Wallet } from '@foyer/protocol/api'
import { type Connector, isOneWallet } from '../connector/connector.ts'
import { joinConnectors } from '../connector/joinConnectors.ts'
import type { Foyer } from '../foyer.ts'
import { type Candidate, composeEntries, kindOf } from './composeEntries.ts'
import { recommendedCount } from './directory.ts'
import { isRecent } from './isRecent.ts'
import type { Wanted } from './isWithinReach.ts'
import { entryKinds, type WalletEntry } from './wallet.ts'

/**
 * Lists the first wallets: recent ones, installed ones, the site's picks, and recommended ones up to four in all.
 *
 * @source spec 9.18, 5.18, 5.19, 5.20, 5.21, 9.14
 */
export function listConnectEntries(foyer: Foyer, wanted: Wanted = {}): WalletEntry[] {
  const { directory, recentWallets } = foyer.store.get()
  const known = knownWallets(foyer)
  const connectors = sortConnectors(foyer, { known, wanted })
  const { customWallets, features } = foyer.options
  const candidates: Candidate[] = [
    ...connectors.flatMap((connector) => {
      const kind = kindOf(connector)
      return kind ? [{ kind, connector }] : []
    }),
    ...recentWallets.map((recent) => ({
      kind: 'recent' as const,
      connector: connectors.filter(isOneWallet).find((connector) => isRecent(connector, recent)),
      wallet: known.find((wallet) => wallet.id === recent.id),
    })),
    ...directory.featured.map((wallet) => ({ kind: 'featured' as const, wallet })),
    ...customWallets.map((wallet) => ({ kind: 'custom' as const, wallet })),
    ...directory.recommended.map((wallet) => ({ kind: 'recommended' as const, wallet })),
  ]
  const order = (features.connectorTypeOrder ?? entryKinds) as readonly string[]
  const place = ({ kind }: Candidate) => {
    const index = order.indexOf(kind)
    return index < 0 ? order.length + entryKinds.indexOf(kind) : index
  }
  const entries = composeEntries(foyer, {
    candidates: candidates.toSorted((a, b) => place(a) - place(b)),
    connectors,
    known,
    wanted,
  })
  const others = entries.filter(({ kind }) => kind !== 'recommended')
  const room = Math.max(0, recommendedCount - others.length)
  const shown = new Set(entries.filter(({ kind }) => kind === 'recommended').slice(0, room))
  return entries.filter((entry) => entry.kind !== 'recommended' || shown.has(entry))
}

/** Filters by the requested namespace; those of the active one come first. */
export function sortConnectors(
  foyer: Foyer,
  { known, wanted }: { known: readonly Wallet[]; wanted: Wanted },
): readonly Connector[] {
  const { activeNamespace } = foyer.store.get()
  const has = ({ namespaces }: Connector, namespace: Namespace) => namespaces.includes(namespace)
  return joinConnectors(foyer, known)
    .filter((connector) => !wanted.namespace || has(connector, wanted.namespace))
    .toSorted((a, b) => Number(has(b, activeNamespace)) - Number(has(a, activeNamespace)))
}

/** All loaded directory wallets, and those of the site. */
export function knownWallets({ options, store }: Foyer): readonly Wallet[] {
  const { featured, recent, recommended, search, wallets } = store.get().directory
  return [...featured, ...options.customWallets, ...recent, ...recommended, ...wallets, ...search]
}
