import type { Wallet } from '@foyer/protocol/api'
import type { Connector } from '../connector/connector.ts'

/** Sources of a wallet list's entries, in the order of spec 9.18. */
export const entryKinds = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** One row of a wallet list: a connector, a wallet of the directory, or both. */
export type WalletEntry = {
  /** Unique in a list. */
  readonly key: string
  readonly kind: EntryKind
  readonly name: string
  /** Address of its image; undefined: draw a monogram. */
  readonly imageUrl: string | undefined
  /** Derived: true if a connector of this browser reaches it. @source spec 3.8 */
  readonly installed: boolean
  readonly recent: boolean
  readonly connector: Connector | undefined
  readonly wallet: Wallet | undefined
}

/** The loaded part of the wallet directory. @source spec 3.13 */
export type Directory = {
  /** The last page loaded into `wallets`; 0 before the first. */
  readonly page: number
  /** Number of wallets in the directory for this site. */
  readonly count: number
  readonly featured: readonly Wallet[]
  readonly recommended: readonly Wallet[]
  /** The recent wallets that the directory lists. */
  readonly recent: readonly Wallet[]
  readonly wallets: readonly Wallet[]
  readonly search: readonly Wallet[]
  readonly excludedWallets: readonly {
    readonly name: string
    readonly rdns?: string | null | undefined
  }[]
}
