import type { ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { AccountDetails, Connection } from './account/account.ts'
import type { AccountType, Connector } from './connector/connector.ts'
import type { Alert, WalletRequest } from './events/events.ts'
import type { Network } from './network/network.ts'
import type { Directory, RecentWallet } from './wallets/wallet.ts'

/** Where pairing with a wallet stands. @source ledger 3.5, 4.3 */
export type Pairing = {
  /** What the visitor scans or opens. */
  readonly wcUri: string | undefined
  /** ms since 1970. */
  readonly wcPairingExpiry: number | undefined
  /** Why there is nothing to scan. */
  readonly wcError: FoyerError | undefined
  /** A wallet took the URI, and its answer is on the way. */
  readonly buffering: boolean
  /** The deep link that opens the wallet again. */
  readonly wcLinking: { readonly name: string; readonly href: string } | undefined
  /** The wallet that is being connected. */
  readonly recentWallet: RecentWallet | undefined
}

export const noPairing: Pairing = {
  wcUri: undefined,
  wcPairingExpiry: undefined,
  wcError: undefined,
  buffering: false,
  wcLinking: undefined,
  recentWallet: undefined,
}

/** What a wallet inside of the page asks its visitor: to sign, to send, to grant. @source ledger 4.19 */
export type Approval = {
  readonly id: string
  /** The wallet method. */
  readonly method: string
  /** It can only be approved in a window. `open` is for the handler of a click; false: the browser let none open. */
  readonly popup?: { readonly reason: string; readonly open: () => boolean } | undefined
}

/** Everything one instance knows. Replaced, never mutated. */
export type FoyerState = {
  /** `created` until {@link start}; `reconnecting` while stored connections are confirmed. */
  readonly phase: 'created' | 'reconnecting' | 'ready'
  /** The namespace that the visitor looks at. */
  readonly activeNamespace: Namespace
  readonly networks: readonly Network[]
  /** The network that each namespace is on, or would be on once connected. */
  readonly activeChainIds: Partial<Readonly<Record<Namespace, ChainId>>>
  readonly connectors: readonly Connector[]
  readonly connections: Partial<Readonly<Record<Namespace, Connection>>>
  readonly details: Partial<Readonly<Record<Namespace, AccountDetails>>>
  /** What the visitor chose; the site's defaults are in the options. */
  readonly preferredAccountTypes: Partial<Readonly<Record<Namespace, AccountType>>>
  readonly pairing: Pairing
  /** Newest first, at most 2. @source ledger 9.14 */
  readonly recentWallets: readonly RecentWallet[]
  readonly directory: Directory
  /** What wallets are being asked right now. */
  readonly requests: readonly WalletRequest[]
  /** Oldest first; left out before the first one. */
  readonly approvals?: readonly Approval[] | undefined
  /** Why the last call that such a wallet never answers was rejected. @source ledger 4.18 */
  readonly refused?: FoyerError | undefined
  /** A login of before that ended by itself, until there is another; with its address where it was known. */
  readonly lostLogin?: { readonly email?: string | undefined } | undefined
  /** Each at most once. */
  readonly alerts: readonly Alert[]
}
