import type { Connector } from '@foyer/core'
import type { FoyerError, PeerMetadata } from '@foyer/protocol'
import type { OpenConnector } from './connector/openConnector.ts'
import type { SupportedNamespace } from './namespaces.ts'
import type { LateAnswer } from './session/createPendingRequests.ts'

/** The relay that phone wallets use. */
const publicRelay = 'wss://relay.walletconnect.org'

/** A connector to any wallet that speaks WalletConnect. */
export type WalletConnectConnector = Connector & {
  /** Loads what speaks to the relay; once. */
  readonly open: () => Promise<OpenConnector>
}

/**
 * Connects wallets on other devices, or in other apps of this one, over a WalletConnect session. What speaks to the relay
 * is loaded when it is used. Nothing is asked, stored or opened before.
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
        // A chunk that did not load is asked for again the next time.
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
    /** What the relay knows this site by; of the relay's operator. */
    projectId: string
    /** `wss://…`; wallets must use the same one. @default 'wss://relay.walletconnect.org' */
    relayUrl?: string | undefined
    /** The chain families to ask for. @default ['eip155', 'solana'] */
    namespaces?: readonly SupportedNamespace[] | undefined
    /** What wallets show of the site, where it is not what the kit knows of it; `redirect` brings users back. @default what createFoyer says */
    metadata?: Partial<PeerMetadata> | undefined
    /** Told of an answer to a request of before a reload, which nobody waits for any more. @default it is dropped */
    onLateAnswer?: ((answer: LateAnswer) => void) | undefined
    /** Told what went wrong with a message; never with keys in it. @default nothing is told */
    log?: ((message: string) => void) | undefined
  }
}
