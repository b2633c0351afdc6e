import type { Wallet } from '@foyer/protocol/api'
import type { Connector, ConnectorType } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { imageUrl } from '../images/imageUrl.ts'
import { isExcluded } from './isExcluded.ts'
import { isRecent } from './isRecent.ts'
import { isSameWallet } from './isSameWallet.ts'
import { isWithinReach, type Wanted } from './isWithinReach.ts'
import { plainRdns } from './plainRdns.ts'
import type { EntryKind, WalletEntry } from './wallet.ts'

/** Parts of a candidate for a list. */
export type Candidate = {
  kind: EntryKind
  connector?: Connector | undefined
  wallet?: Wallet | undefined
}

const kindOfConnector: Partial<Record<ConnectorType, EntryKind>> = {
  WALLET_CONNECT: 'walletConnect',
  ANNOUNCED: 'injected',
  INJECTED: 'injected',
  EXTERNAL: 'external',
  ID_AUTH: 'external',
}

/** Returns the kind of a connector; for a joined one that of its first member, since local members come first. */
export function kindOf({ members = [], type }: Connector): EntryKind | undefined {
  if (type !== 'MULTI_CHAIN') return kindOfConnector[type]
  return members[0] ? kindOf(members[0]) : 'injected'
}

/** Joins connectors with their directory wallets; drops excluded ones and duplicates by rdns and id. */
export function composeEntries(
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
    const ownKeys = keys.filter((key) => key !== undefined && key !== '') as string[]
    if (ownKeys.some((key) => seen.has(key))) return []
    for (const key of ownKeys) seen.add(key)
    return [
      {
        key: ownKeys[0] as string,
        kind: candidate.kind,
        name,
        imageUrl: pictureOf(foyer, { connector, wallet }),
        installed: connector !== undefined && kindOf(connector) === 'injected',
        recent: recentWallets.some(
          (recent) =>
            recent.id === id ||
            (connector !== undefined && isRecent(connector, recent)) ||
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
