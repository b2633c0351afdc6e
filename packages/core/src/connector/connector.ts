import type { ChainId, Namespace } from '@foyer/protocol'
import type { DappMetadata } from '../metadata.ts'
import type { Network } from '../network/network.ts'
import type { Pairing } from '../pairing.ts'

/** How a wallet is reached. @source ledger 3.9 */
export const connectorTypes = [
  'ANNOUNCED',
  'INJECTED',
  'WALLET_CONNECT',
  'AUTH',
  'EXTERNAL',
  'MULTI_CHAIN',
  'ID_AUTH',
] as const
export type ConnectorType = (typeof connectorTypes)[number]

/** Whether a connector is one wallet: no way to many of them, and no login. */
export function isOneWallet({ type }: Pick<Connector, 'type'>): boolean {
  return type !== 'AUTH' && type !== 'WALLET_CONNECT'
}

/** What an account is. @source spec section 3 */
export const accountTypes = ['eoa', 'smartAccount', 'payment'] as const
export type AccountType = (typeof accountTypes)[number]

/** A wallet's request function. Rejects with the wallet's own error, which carries an EIP-1193 number. */
export type Provider = {
  /** @param call.chainId - The network that the call is for; a wallet that is on one itself looks there. */
  request(call: {
    method: string
    params?: unknown
    chainId?: ChainId | undefined
  }): Promise<unknown>
}

/** What a wallet allows this site. What is left out is not told: asking shows. */
export type Scope = {
  /** The networks on which its accounts may be used. */
  readonly chainIds?: readonly ChainId[] | undefined
  /** The wallet methods it answers. */
  readonly methods?: readonly string[] | undefined
}

/** What a wallet gives when it is connected to one namespace. */
export type Session = {
  readonly provider: Provider
  /** At least one; the first is the selected one. */
  readonly accounts: readonly { readonly address: string; readonly type?: AccountType }[]
  /** The network the wallet is on, which may be one that the site does not offer. */
  readonly chainId: ChainId
  readonly scope?: Scope | undefined
  /** Which wallet it is, where the connector reaches many: as it calls itself, and an https or data URI. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string | undefined } | undefined
}

/** What a connected wallet does by itself. */
export type SessionListener = {
  /** None left: the wallet disconnected this namespace. */
  onAccounts(accounts: Session['accounts']): void
  onChain(chainId: ChainId): void
  onScope(scope: Scope): void
  /** The wallet ended the connection; one that shares its session ended it in all its namespaces. */
  onDisconnect(): void
}

/** One way to reach one wallet. A value made by an adapter, by `walletconnect()`, by `embedded()` or by a site. */
export type Connector = {
  /** The same after a reload: the rdns of an announced wallet, else a fixed word. */
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  /** Which namespaces it can connect. */
  readonly namespaces: readonly Namespace[]
  /** What the wallet announced of itself. */
  readonly info?: { readonly rdns?: string | undefined } | undefined
  /** Its id in the wallet directory. */
  readonly explorerId?: string | undefined
  readonly imageId?: string | undefined
  /** https or data URI of an image, checked by whoever made the connector. */
  readonly imageUrl?: string | undefined
  /** One approval connects all its namespaces: the others follow without a prompt. @default false */
  readonly sharesSession?: boolean | undefined
  /** Of a `MULTI_CHAIN` one: the connectors of the same wallet that it stands for, one a namespace. */
  readonly members?: readonly Connector[] | undefined
  /**
   * Opens the wallet, or with `silent` only asks whether it is still connected.
   *
   * @throws FoyerError `user-rejected`, `connection-invalid` …; with `silent` also `not-connected`
   */
  connect(parameters: Connector.ConnectParameters): Promise<Session>
  /** Loads what `connect` needs, so that it asks its wallet in the turn of a click: WebKit opens no window later. */
  load?(): Promise<unknown>
  /**
   * Makes what a wallet scans or opens, before the visitor chose one: `connect` then waits for that wallet. A URI that
   * expires or was used is replaced until `signal` ends it. Rejects when none can be made.
   */
  prepare?(parameters: Connector.PairParameters & { signal: AbortSignal }): Promise<void>
  /** Ends the connection in the wallet too, where it can. */
  disconnect(parameters: { namespace: Namespace }): Promise<void>
  /** Listens to the connected wallet. @returns A stop function. */
  watch(parameters: { namespace: Namespace; listener: SessionListener }): () => void
}

export declare namespace Connector {
  /** What a wallet elsewhere must be told, and how it is reached. */
  type PairParameters = {
    /** Every network of the site. */
    networks: readonly Network[]
    metadata: DappMetadata
    /** Called with each URI, the newest valid; with undefined when there is none for now. */
    onUri: (uri: { readonly uri: string; readonly expiresAt: number } | undefined) => void
    /** Called when a wallet took the URI: it asks its visitor now, or its answer is on the way. */
    onTaken: () => void
    /** The deep link that the visitor chose, read when the wallet has agreed: requests open it again. */
    readLink: () => Pairing['wcLinking']
  }

  type ConnectParameters = PairParameters & {
    namespace: Namespace
    /** The network to end on, where the wallet can choose. */
    chainId: ChainId | undefined
    /** No prompt: only what the wallet already allows. */
    silent: boolean
    signal: AbortSignal
    /** Called when the wallet says that an earlier request still waits in it; the connection goes on waiting. */
    onPending: () => void
  }
}
