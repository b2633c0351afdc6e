import type { Wallet } from '@foyer/protocol'
import { type Connector, type ConnectorType, isOneWallet } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { imageUrl } from '../images/imageUrl.ts'
import { recommendedCount } from './directory.ts'
import { isExcluded } from './isExcluded.ts'
import { type EntryKind, entryKinds, type WalletEntry } from './wallet.ts'

/** What one candidate of a list is made of. */
type Candidate = { kind: EntryKind; connector?: Connector | undefined; wallet?: Wallet | undefined }

const kindOfConnector: Partial<Record<ConnectorType, EntryKind>> = {
  WALLET_CONNECT: 'walletConnect',
  ANNOUNCED: 'injected',
  INJECTED: 'injected',
  MULTI_CHAIN: 'injected',
  EXTERNAL: 'external',
  ID_AUTH: 'external',
}

/**
 * The first list a visitor sees: what was used lately, what is installed, what the site puts forward, and so many
 * recommended wallets that there are four to choose from.
 *
 * @source ledger 9.18, 5.18, 5.19, 9.14
 */
export function listConnectEntries(foyer: Foyer): WalletEntry[] {
  const { directory, recentWallets } = foyer.store.get()
  const connectors = sortConnectors(foyer)
  const { customWallets, features } = foyer.options
  const known = knownWallets(foyer)
  const candidates: Candidate[] = [
    ...connectors.flatMap((connector) => {
      const kind = kindOfConnector[connector.type]
      return kind ? [{ kind, connector }] : []
    }),
    ...recentWallets.map((recent) => ({
      kind: 'recent' as const,
      connector: connectors
        .filter(isOneWallet)
        .find(
          (connector) =>
            connector.explorerId === recent.id ||
            connector.id === recent.id ||
            (recent.rdns !== undefined && connector.info?.rdns === recent.rdns),
        ),
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
  const entries = compose(
    foyer,
    candidates.toSorted((a, b) => place(a) - place(b)),
  )
  const others = entries.filter(({ kind }) => kind !== 'recommended')
  const room = Math.max(0, recommendedCount - others.length)
  const shown = new Set(entries.filter(({ kind }) => kind === 'recommended').slice(0, room))
  return entries.filter((entry) => entry.kind !== 'recommended' || shown.has(entry))
}

/** The whole directory as far as it is loaded, installed wallets first. @source ledger 4.17, 5.19 */
export function listAllEntries(foyer: Foyer): WalletEntry[] {
  const { directory } = foyer.store.get()
  const installed = sortConnectors(foyer).filter(({ type }) => kindOfConnector[type] === 'injected')
  return installedFirst(
    compose(foyer, [
      ...installed.map((connector) => ({ kind: 'injected' as const, connector })),
      ...directory.featured.map((wallet) => ({ kind: 'featured' as const, wallet })),
      ...foyer.options.customWallets.map((wallet) => ({ kind: 'custom' as const, wallet })),
      ...directory.wallets.map((wallet) => ({ kind: 'recommended' as const, wallet })),
    ]),
  )
}

/** What a search found, among installed wallets and in the directory, installed first. */
export function listSearchEntries(foyer: Foyer, search: string): WalletEntry[] {
  const { directory } = foyer.store.get()
  const text = search.trim().toLowerCase()
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(text)
  return installedFirst(
    compose(foyer, [
      ...sortConnectors(foyer)
        .filter((connector) => kindOfConnector[connector.type] === 'injected')
        .filter(matches)
        .map((connector) => ({ kind: 'injected' as const, connector })),
      ...foyer.options.customWallets
        .filter(matches)
        .map((wallet) => ({ kind: 'custom' as const, wallet })),
      ...directory.search.map((wallet) => ({ kind: 'recommended' as const, wallet })),
    ]),
  )
}

/** A wallet of several namespaces has a connector for each: that of the active one comes first, and stands for it. */
function sortConnectors({ store }: Foyer): readonly Connector[] {
  const { activeNamespace, connectors } = store.get()
  const isActive = ({ namespaces }: Connector) => Number(namespaces.includes(activeNamespace))
  return connectors.toSorted((a, b) => isActive(b) - isActive(a))
}

function installedFirst(entries: WalletEntry[]): WalletEntry[] {
  return entries.toSorted((a, b) => Number(b.installed) - Number(a.installed))
}

function knownWallets({ options, store }: Foyer): readonly Wallet[] {
  const { featured, recent, recommended, search, wallets } = store.get().directory
  return [...featured, ...options.customWallets, ...recent, ...recommended, ...wallets, ...search]
}

/** Joins connectors with their directory wallets, drops excluded ones and duplicates by rdns and id. */
function compose(foyer: Foyer, candidates: readonly Candidate[]): WalletEntry[] {
  const { recentWallets } = foyer.store.get()
  const connectors = sortConnectors(foyer)
  const known = knownWallets(foyer)
  const seen = new Set<string>()
  return candidates.flatMap((candidate) => {
    const connector = candidate.connector ?? connectors.find((one) => isSame(one, candidate.wallet))
    const wallet = candidate.wallet ?? known.find((one) => connector && isSame(connector, one))
    const name = wallet && connector?.type !== 'ANNOUNCED' ? wallet.name : connector?.name
    if (name === undefined) return []
    const rdns = connector?.info?.rdns ?? wallet?.rdns ?? undefined
    const id = wallet?.id ?? connector?.explorerId
    if (isExcluded(foyer, { id, name, rdns })) return []
    const keys = [
      rdns && `rdns ${rdns}`,
      id && `id ${id}`,
      connector && `connector ${connector.id}`,
    ]
    const mine = keys.filter((key) => key !== undefined && key !== '') as string[]
    if (mine.some((key) => seen.has(key))) return []
    for (const key of mine) seen.add(key)
    return [
      {
        key: mine[0] as string,
        kind: candidate.kind,
        name,
        imageUrl: pictureOf(foyer, { connector, wallet }),
        installed: connector !== undefined && kindOfConnector[connector.type] === 'injected',
        recent: recentWallets.some(
          (recent) =>
            recent.id === id ||
            recent.id === connector?.id ||
            (rdns !== undefined && recent.rdns === rdns),
        ),
        connector,
        wallet,
      } satisfies WalletEntry,
    ]
  })
}

function isSame(connector: Connector, wallet: Wallet | undefined): boolean {
  if (!wallet) return false
  const rdns = connector.info?.rdns
  return connector.explorerId === wallet.id || (rdns !== undefined && rdns === wallet.rdns)
}

function pictureOf(
  foyer: Foyer,
  { connector, wallet }: Pick<Candidate, 'connector' | 'wallet'>,
): string | undefined {
  if (connector?.imageUrl) return connector.imageUrl
  if (connector?.imageId) return imageUrl(foyer, { kind: 'asset', id: connector.imageId })
  if (wallet?.image_id) return imageUrl(foyer, { kind: 'wallet', id: wallet.image_id })
  return wallet?.image_url ?? undefined
}
