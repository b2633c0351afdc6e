import type { ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { AccountDetails, Connection } from './account/account.ts'
import type { Attempt, ShownAttempt } from './connection/machine/attempt.ts'
import type { AccountType, Connector } from './connector/connector.ts'
import type { Alert, WalletRequest } from './events/events.ts'
import type { Network } from './network/network.ts'
import type { Pairing } from './pairing.ts'
import type { RecentWallet } from './wallets/recentWallet.ts'
import type { Directory } from './wallets/wallet.ts'

/** What a wallet inside of the page asks its visitor: to sign, to send, to grant. @source ledger 4.19 */
export type Approval = {
  readonly id: string
  /** The wallet method. */
  readonly method: string
  /** It can only be approved in a window. `open` is for the handler of a click; false: the browser let none open. */
  readonly popup?:
    | {
        readonly reason: string
        readonly open: () => boolean
        /** Of the window that was opened last. */
        readonly window?: ApprovalWindow | undefined
      }
    | undefined
}

/**
 * A window of a request: it loads (`opening`), shows the request (`open`), was closed before it did (`closed`), or takes
 * longer than it should (`late`).
 */
export type ApprovalWindow = 'opening' | 'open' | 'closed' | 'late'

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
  /** Connections that are being made or confirmed, in the order in which the user picked them. */
  readonly attempts: readonly Attempt[]
  /** The one that each namespace shows. */
  readonly shownAttempts: Partial<Readonly<Record<Namespace, ShownAttempt>>>
  /** The pairing URI that is kept ready before a wallet is chosen. */
  readonly preparedPairing?:
    | { readonly id: number; readonly uri?: Partial<Pairing> | undefined }
    | undefined
  /** The active namespace, when its connection ended and no other one was there to take its place. */
  readonly lostNamespace?: Namespace | undefined
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
