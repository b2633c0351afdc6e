import type { ChainId, Namespace } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import type { AccountType, Connector, Provider, Scope, Session } from '../connector/connector.ts'

/** Connection status of one namespace; the type forbids a connected state without an account. @source spec 4.1 */
export type Connection =
  | { readonly status: 'disconnected' }
  | {
      readonly status: 'connecting'
      readonly connectorId: string
      /** After a reload: the account that was connected, not yet confirmed by the wallet. */
      readonly address?: string | undefined
      readonly chainId?: ChainId | undefined
      /** The wallet answered that an earlier request is still pending. */
      readonly pending?: boolean | undefined
    }
  | {
      readonly status: 'connected'
      readonly connector: Connector
      readonly provider: Provider
      readonly address: string
      readonly chainId: ChainId
      readonly accounts: readonly { readonly address: string; readonly type?: AccountType }[]
      readonly scope?: Scope | undefined
      readonly wallet?: Session['wallet']
    }

export type Connected = Extract<Connection, { status: 'connected' }>

/** A namespace with its connected wallet. */
export type NamespaceConnection = {
  readonly namespace: Namespace
  readonly connection: Connected
}

/** Index of the account's tab: 0 tokens, 1 NFTs, 2 activity. */
export type AccountTab = 0 | 1 | 2

/** A transaction that this instance sent. */
export type SentTransaction = {
  readonly hash: string
  readonly chainId: ChainId
  /** ms since 1970. */
  readonly sentAt: number
  readonly status: 'pending' | 'success' | 'reverted'
}

/** Data loaded for the account of one namespace; cleared when the address changes. */
export type AccountDetails = {
  readonly currentTab: AccountTab
  readonly tokenBalance: readonly TokenBalance[] | undefined
  /** The native balance in smallest units. */
  readonly balance: bigint | undefined
  /** Time of the on-chain read, ms since 1970; undefined: the balance is from the token list. */
  readonly balanceReadAt?: number | undefined
  readonly balanceSymbol: string | undefined
  readonly balanceLoading: boolean
  readonly smartAccountDeployed: boolean
  /** A user's own names for addresses. */
  readonly addressLabels: ReadonlyMap<string, string>
  readonly profileName: string | undefined
  readonly profileImage: string | undefined
  readonly user:
    | {
        readonly email?: string | null
        readonly username?: string
        /** The ways to log in: `email`, names of providers, or `passkey`. */
        readonly logins?: readonly string[]
      }
    | undefined
  readonly socialProvider: string | undefined
  /** The window in which a social login runs. */
  readonly socialWindow: unknown
  readonly farcasterUrl: string | undefined
  /** Time of the last failed load of the tokens, ms since 1970. */
  readonly lastRetry: number | undefined
  /** Newest first. */
  readonly transactions: readonly SentTransaction[]
}

export const emptyDetails: AccountDetails = {
  currentTab: 0,
  tokenBalance: undefined,
  balance: undefined,
  balanceSymbol: undefined,
  balanceLoading: false,
  smartAccountDeployed: false,
  addressLabels: new Map(),
  profileName: undefined,
  profileImage: undefined,
  user: undefined,
  socialProvider: undefined,
  socialWindow: undefined,
  farcasterUrl: undefined,
  lastRetry: undefined,
  transactions: [],
}

/** Initial values of the fields that depend on the network. */
export const noChainFacts = {
  tokenBalance: undefined,
  balance: undefined,
  balanceSymbol: undefined,
  balanceLoading: false,
  smartAccountDeployed: false,
  lastRetry: undefined,
} satisfies Partial<AccountDetails>

/** The complete account of one namespace. @source spec 3.1 */
export type Account = AccountDetails & {
  readonly namespace: Namespace
  readonly status: Connection['status']
  /** The user's choice, else the site's default; `eoa` without a smart account. @source spec 6.6 */
  readonly preferredAccountType: AccountType | undefined
  /** The last known address while `connecting` after a reload. */
  readonly address: string | undefined
  /** CAIP-10. */
  readonly caipAddress: string | undefined
  readonly chainId: ChainId | undefined
  readonly allAccounts: readonly {
    readonly namespace: Namespace
    readonly address: string
    readonly type: AccountType
  }[]
  readonly addressExplorerUrl: string | undefined
  readonly connectedWalletInfo:
    | {
        readonly name: string
        readonly icon: string | undefined
        readonly identifier: string
        readonly social: string | undefined
        readonly type: Connector['type']
      }
    | undefined
  /** The wallet is on a network that the site does not offer. @source spec 4.24 */
  readonly unsupportedNetwork: boolean
}
