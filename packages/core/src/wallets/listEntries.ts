import type { Namespace, Wallet } from '@foyer/protocol'
import { type Connector, type ConnectorType, isOneWallet } from '../connector/connector.ts'
import { joinConnectors } from '../connector/joinConnectors.ts'
import type { Foyer } from '../createFoyer.ts'
import { imageUrl } from '../images/imageUrl.ts'
import { recommendedCount } from './directory.ts'
import { isExcluded } from './isExcluded.ts'
import { isSameWallet } from './isSameWallet.ts'
import { isWithinReach, type Wanted } from './isWithinReach.ts'
import { plainRdns } from './plainRdns.ts'
import { type EntryKind, entryKinds, type WalletEntry } from './wallet.ts'

/** What one candidate of a list is made of. */
type Candidate = { kind: EntryKind; connector?: Connector | undefined; wallet?: Wallet | undefined }

const kindOfConnector: Partial<Record<ConnectorType, EntryKind>> = {
  WALLET_CONNECT: 'walletConnect',
  ANNOUNCED: 'injected',
  INJECTED: 'injected',
  EXTERNAL: 'external',
  ID_AUTH: 'external',
}

/** One of several members is what its first member is: what this browser has comes first. */
function kindOf({ members = [], type }: Connector): EntryKind | undefined {
  if (type !== 'MULTI_CHAIN') return kindOfConnector[type]
  return members[0] ? kindOf(members[0]) : 'injected'
}

/**
 * The first list a visitor sees: what was used lately, what is installed, what the site puts forward, and so many
 * recommended wallets that there are four to choose from.
 *
 * @source ledger 9.18, 5.18, 5.19, 5.20, 5.21, 9.14
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
      connector: connectors
        .filter(isOneWallet)
        .find((connector) =>
          (connector.members ?? [connector]).some(
            ({ explorerId, id, info }) =>
              explorerId === recent.id ||
              id === recent.id ||
              (recent.rdns !== undefined && info?.rdns === recent.rdns),
          ),
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
  const entries = compose(foyer, {
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

/** The whole directory as far as it is loaded, installed wallets first. @source ledger 4.17, 5.19 */
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

/** What a search found, among installed wallets and in the directory, installed first. */
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
  return compose(foyer, {
    candidates: [
      ...installed.map((connector) => ({ kind: 'injected' as const, connector })),
      ...wallets,
    ],
    connectors,
    known,
    wanted,
  }).toSorted((a, b) => Number(b.installed) - Number(a.installed))
}

/** Those that reach the wanted namespace; those of the active one come first. */
function sortConnectors(
  foyer: Foyer,
  { known, wanted }: { known: readonly Wallet[]; wanted: Wanted },
): readonly Connector[] {
  const { activeNamespace } = foyer.store.get()
  const has = ({ namespaces }: Connector, namespace: Namespace) => namespaces.includes(namespace)
  return joinConnectors(foyer, known)
    .filter((connector) => !wanted.namespace || has(connector, wanted.namespace))
    .toSorted((a, b) => Number(has(b, activeNamespace)) - Number(has(a, activeNamespace)))
}

function knownWallets({ options, store }: Foyer): readonly Wallet[] {
  const { featured, recent, recommended, search, wallets } = store.get().directory
  return [...featured, ...options.customWallets, ...recent, ...recommended, ...wallets, ...search]
}

/** Joins connectors with their directory wallets, drops excluded ones and duplicates by rdns and id. */
function compose(
  foyer: Foyer,
  {
    candidates,
    connectors,
    known,
    wanted,
  }: {
    candidates: readonly Candidate[]
    connectors: readonly Connector[]
    known: readonly Wallet[]
    wanted: Wanted
  },
): WalletEntry[] {
  const { recentWallets } = foyer.store.get()
  const seen = new Set<string>()
  return candidates.flatMap((candidate) => {
    const connector =
      candidate.connector ?? connectors.find((one) => isSameWallet(one, candidate.wallet))
    const wallet =
      candidate.wallet ?? known.find((one) => connector && isSameWallet(connector, one))
    const isAnnounced = (connector?.members ?? [connector]).some((one) => one?.type === 'ANNOUNCED')
    const name = wallet && !isAnnounced ? wallet.name : connector?.name
    if (name === undefined) return []
    if (!connector && !isWithinReach(foyer, { ...wanted, kind: candidate.kind, wallet })) return []
    const rdns = plainRdns(connector?.info?.rdns ?? wallet?.rdns)
    const id = wallet?.id ?? connector?.explorerId
    if (isExcluded(foyer, { id, name, rdns })) return []
    const keys = [
      rdns && `rdns ${rdns}`,
      id && `id ${id}`,
      connector && `connector ${connector.id} ${connector.namespaces.join(' ')}`,
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
        installed: connector !== undefined && kindOf(connector) === 'injected',
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

function pictureOf(
  foyer: Foyer,
  { connector, wallet }: Pick<Candidate, 'connector' | 'wallet'>,
): string | undefined {
  if (connector?.imageUrl) return connector.imageUrl
  if (connector?.imageId) return imageUrl(foyer, { kind: 'asset', id: connector.imageId })
  if (wallet?.image_id) return imageUrl(foyer, { kind: 'wallet', id: wallet.image_id })
  return wallet?.image_url ?? undefined
}
