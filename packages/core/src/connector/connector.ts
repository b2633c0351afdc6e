import type { ChainId, Namespace } from '@foyer/protocol'
import type { SignInAnswer, SignInRequest } from '@foyer/protocol/signIn'
import type { DappMetadata } from '../metadata.ts'
import type { Network } from '../network/network.ts'
import type { Pairing } from '../pairing.ts'

/** Ways to reach a wallet. @source spec 3.9 */
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

/** True if a connector is a single wallet: neither a login nor a gateway to many wallets. */
export function isOneWallet({ type }: Pick<Connector, 'type'>): boolean {
  return type !== 'AUTH' && type !== 'WALLET_CONNECT'
}

/** Types of account. @source spec section 3 */
export const accountTypes = ['eoa', 'smartAccount', 'payment'] as const
export type AccountType = (typeof accountTypes)[number]

/** A wallet's request function. Rejects with the wallet's own error, which carries an EIP-1193 number. */
export type Provider = {
  /** @param call.chainId - The network of the call; a wallet with an active network uses its own. */
  request(call: {
    method: string
    params?: unknown
    chainId?: ChainId | undefined
  }): Promise<unknown>
  /** The same provider for one request: after the abort the wallet is asked nothing, and where it can, withdraws what is open. */
  until?(signal: AbortSignal): Provider
}

/** Permissions of this site in a wallet. Omitted means unknown. */
export type Scope = {
  /** The networks on which its accounts may be used. */
  readonly chainIds?: readonly ChainId[] | undefined
  /** The wallet methods it answers. */
  readonly methods?: readonly string[] | undefined
}

/** The wallet's answer to a connect, for one namespace. */
export type Session = {
  readonly provider: Provider
  /** At least one; the first is the selected one. */
  readonly accounts: readonly { readonly address: string; readonly type?: AccountType }[]
  /** The wallet's network, which the site may not offer. */
  readonly chainId: ChainId
  readonly scope?: Scope | undefined
  /** The sign-in that was approved with the connection. */
  readonly signedIn?: SignInAnswer | undefined
  /** The wallet behind a connector of many wallets: its own name, and an https or data URI. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string | undefined } | undefined
}

/** Events of a connected wallet. */
export type SessionListener = {
  /** An empty list: the wallet disconnected this namespace. */
  onAccounts(accounts: Session['accounts']): void
  onChain(chainId: ChainId): void
  onScope(scope: Scope): void
  /** The wallet ended the connection; one with a shared session ended it in all its namespaces. */
  onDisconnect(): void
}

/** One way to reach one wallet. A value made by an adapter, by `walletconnect()`, by `embedded()` or by a site. */
export type Connector = {
  /** Same after a reload: the rdns of an announced wallet, else a constant of the connector. */
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  /** The namespaces it can connect. */
  readonly namespaces: readonly Namespace[]
  /** The wallet's announcement. */
  readonly info?: { readonly rdns?: string | undefined } | undefined
  /** Its id in the wallet directory. */
  readonly explorerId?: string | undefined
  readonly imageId?: string | undefined
  /** https or data URI of an image, checked by the maker of the connector. */
  readonly imageUrl?: string | undefined
  /** One approval connects all its namespaces: the others need no prompt. @default false */
  readonly sharesSession?: boolean | undefined
  /** For `MULTI_CHAIN`: the connectors of the same wallet, one per namespace. */
  readonly members?: readonly Connector[] | undefined
  /**
   * Opens the wallet, or with `silent` only checks that it is still connected.
   *
   * @throws FoyerError `user-rejected`, `connection-invalid` …; with `silent` also `not-connected`
   */
  connect(parameters: Connector.ConnectParameters): Promise<Session>
  /** Preloads what `connect` needs, so that the wallet opens synchronously on a click: WebKit blocks later windows. */
  load?(): Promise<unknown>
  /**
   * Creates a pairing URI before the user picks a wallet; `connect` then waits for the wallet that uses it. Replaces a
   * used or expired URI until `signal` aborts. Rejects when no URI can be created.
   */
  prepare?(parameters: Connector.PairParameters & { signal: AbortSignal }): Promise<void>
  /**
   * Signs a sign-in message in another way than as a text. Omit it if there is none.
   *
   * @returns The signature, encoded as usual in the namespace.
   */
  signIn?(parameters: {
    chainId: ChainId
    message: string
    namespace: Namespace
    signal: AbortSignal
  }): Promise<string>
  /** Ends the connection in the wallet too, if possible. */
  disconnect(parameters: { namespace: Namespace }): Promise<void>
  /** Listens to the connected wallet. @returns A stop function. */
  watch(parameters: { namespace: Namespace; listener: SessionListener }): () => void
}

export declare namespace Connector {
  /** Parameters for connecting a mobile wallet. */
  type PairParameters = {
    /** Every network of the site. */
    networks: readonly Network[]
    metadata: DappMetadata
    /** Called with each URI, the newest is valid; with undefined when there is none at the moment. */
    onUri: (uri: { readonly uri: string; readonly expiresAt: number } | undefined) => void
    /** Called when a wallet received the URI and asks its user. */
    onTaken: () => void
    /** The deep link that the user chose, read after the wallet's approval: later requests open it again. */
    readLink: () => Pairing['wcLinking']
    /** A sign-in to ask for with the same approval, if the wallet can; never rejects. @default none */
    signIn?: (() => Promise<SignInRequest | undefined>) | undefined
  }

  type ConnectParameters = PairParameters & {
    namespace: Namespace
    /** The network to connect on, if the wallet can choose. */
    chainId: ChainId | undefined
    /** No prompt: connects only what the wallet already allows. */
    silent: boolean
    signal: AbortSignal
    /** Called when the wallet answers that an earlier request is still pending; the attempt continues. */
    onPending: () => void
  }
}
