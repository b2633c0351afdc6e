import type { ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { AccountDetails, Connection } from './account/account.ts'
import type { Attempt, ShownAttempt } from './connection/machine/attempt.ts'
import type { AccountType, Connector } from './connector/connector.ts'
import type { Alert, WalletRequest } from './events/events.ts'
import type { Network } from './network/network.ts'
import type { Pairing } from './pairing.ts'
import type { PendingPreview } from './preview/preview.ts'
import type { PendingSignIn, SignInStatus } from './signIn/signIn.ts'
import type { RecentWallet } from './wallets/recentWallet.ts'
import type { Directory } from './wallets/wallet.ts'

/** An embedded wallet's question to its user: to sign, send or grant. @source spec 4.19 */
export type Approval = {
  readonly id: string
  /** The wallet method. */
  readonly method: string
  /**
   * Set if the request can only be approved in a window. Call `open` in a click handler; it returns false if the browser
   * blocks the window.
   */
  readonly popup?:
    | {
        readonly reason: string
        readonly open: () => boolean
        /** Status of the last opened window. */
        readonly window?: ApprovalWindow | undefined
      }
    | undefined
  /** Set if nothing is asked: the user is to see what became of calls. Whoever shows it calls `onShown`. */
  readonly calls?: { readonly id: string; readonly onShown: () => void } | undefined
}

/**
 * Window of a request: loading (`opening`), showing the request (`open`), closed too early (`closed`), or slow
 * (`late`).
 */
export type ApprovalWindow = 'opening' | 'open' | 'closed' | 'late'

/** The whole state of one instance. Replaced, never mutated. */
export type FoyerState = {
  /** `created` until {@link start}; `reconnecting` while stored connections are confirmed. */
  readonly phase: 'created' | 'reconnecting' | 'ready'
  /** The namespace that the screens show. */
  readonly activeNamespace: Namespace
  readonly networks: readonly Network[]
  /** The network that each namespace is on, or would be on once connected. */
  readonly activeChainIds: Partial<Readonly<Record<Namespace, ChainId>>>
  readonly connectors: readonly Connector[]
  readonly connections: Partial<Readonly<Record<Namespace, Connection>>>
  /** Pending connections and confirmations, in the order in which the user picked them. */
  readonly attempts: readonly Attempt[]
  /** The attempt that each namespace shows. */
  readonly shownAttempts: Partial<Readonly<Record<Namespace, ShownAttempt>>>
  /** The pairing URI that is kept ready before a wallet is chosen. */
  readonly preparedPairing?:
    | { readonly id: number; readonly uri?: Partial<Pairing> | undefined }
    | undefined
  /** The active namespace whose connection ended without another connected one to activate. */
  readonly lostNamespace?: Namespace | undefined
  readonly details: Partial<Readonly<Record<Namespace, AccountDetails>>>
  /** The user's choice; the site's defaults are in the options. */
  readonly preferredAccountTypes: Partial<Readonly<Record<Namespace, AccountType>>>
  readonly pairing: Pairing
  /** Newest first, at most 2. @source spec 9.14 */
  readonly recentWallets: readonly RecentWallet[]
  readonly directory: Directory
  /** Requests that wait for a wallet. */
  readonly requests: readonly WalletRequest[]
  /** Oldest first; undefined until the first one. */
  readonly approvals?: readonly Approval[] | undefined
  /** Requests that the user has not seen yet, oldest first; undefined if there are none. */
  readonly previews?: readonly PendingPreview[] | undefined
  /** The sign-in that waits for the user; undefined if there is none. */
  readonly signIn?: PendingSignIn | undefined
  /** The accounts that have signed in; undefined without the option `siwx`, or before its first use. */
  readonly signedIn?: SignInStatus | undefined
  /** Error of the last call with a method that embedded wallets do not support. @source spec 4.18 */
  readonly refused?: FoyerError | undefined
  /** The result of a social login for which the page was left; undefined once it is used. @source spec 4.26 */
  readonly socialUri?: string | undefined
  /** An expired session, until the next login; with its address if known. */
  readonly lostLogin?: { readonly email?: string | undefined } | undefined
  /** Each code at most once. */
  readonly alerts: readonly Alert[]
}
