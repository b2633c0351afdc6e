import type { Connector } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import type { PeerMetadata } from '@foyer/protocol/session'
import type { OpenConnector } from './connector/openConnector.ts'
import type { SupportedNamespace } from './namespaces.ts'
import type { LateAnswer } from './session/createPendingRequests.ts'

/** The public relay of WalletConnect. */
const publicRelay = 'wss://relay.walletconnect.org'

/** A connector to any wallet that supports WalletConnect. */
export type WalletConnectConnector = Connector & {
  /** Loads the client once. */
  readonly open: () => Promise<OpenConnector>
}

/**
 * Creates a connector to wallets on other devices, or in other apps of this one. The client loads on first use; before
 * that the connector sends, stores and opens nothing.
 *
 * @example
 * ```ts
 * createFoyer({ projectId, adapters: [evm()], networks: [mainnet], connectors: [walletConnect({ projectId: 'of the relay' })] })
 * ```
 */
export function walletConnect({
  namespaces = ['eip155', 'solana'],
  relayUrl = publicRelay,
  ...options
}: walletConnect.Options): WalletConnectConnector {
  let opening: Promise<OpenConnector> | undefined
  let opened: OpenConnector | undefined
  const open = () => {
    opening ??= import('./openWalletConnect.ts')
      .then(({ openWalletConnect }) => openWalletConnect({ ...options, namespaces, relayUrl }))
      .then((connector) => {
        opened = connector
        return connector
      })
      .catch((error: FoyerError) => {
        // Retry a chunk that failed to load.
        opening = undefined
        throw error
      })
    return opening
  }
  return {
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    name: 'WalletConnect',
    imageId: 'walletConnect',
    namespaces,
    sharesSession: true,
    open,
    prepare: async (parameters) => (await open()).prepare(parameters),
    connect: async (parameters) => (await open()).connect(parameters),
    disconnect: async ({ namespace }) => (await open()).disconnect(namespace),
    watch: ({ listener, namespace }) => opened?.watch(namespace, listener) ?? (() => {}),
  }
}

export declare namespace walletConnect {
  type Options = {
    /** The site's project id at the relay, from the relay's operator. */
    projectId: string
    /** `wss://…`; wallets must use the same one. @default 'wss://relay.walletconnect.org' */
    relayUrl?: string | undefined
    /** Namespaces to request. @default ['eip155', 'solana'] */
    namespaces?: readonly SupportedNamespace[] | undefined
    /** Overrides the site's metadata in wallets; `redirect` is the link back to the site. @default as in createFoyer */
    metadata?: Partial<PeerMetadata> | undefined
    /** Called with a wallet's answer to a request from before a reload. @default such answers are dropped */
    onLateAnswer?: ((answer: LateAnswer) => void) | undefined
    /** Called with problems of messages; never contains keys. @default no logging */
    log?: ((message: string) => void) | undefined
  }
}
