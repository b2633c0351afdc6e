import {
  type Connector,
  createEmitter,
  type DappMetadata,
  type Emitter,
  type ThemeMode,
  type ThemeVariables,
} from '@foyer/core'
import type { AlertCode, ChainId, FoyerError, FrameLogin, FrameUser } from '@foyer/protocol'
import type { OpenEmbedded } from './openEmbedded.ts'

/** What the embedded wallet tells by itself. */
export type EmbeddedEvents = {
  /** The developer must be told. @source ledger 8.20, 8.21 */
  alert: AlertCode
  /** A method that no wallet of this kind answers: the request was rejected. @source ledger 4.18, 6.3 */
  refused: { readonly method: string; readonly error: FoyerError }
  /** The visitor is asked to sign, to send or to grant. @source ledger 4.19 */
  'request:start': { readonly id: string; readonly method: string }
  'request:end': {
    readonly id: string
    readonly method: string
    /** What the answer is; undefined when there is none. @source ledger 5.7 */
    readonly result: 'hash' | 'signature' | 'object' | undefined
    readonly error: FoyerError | undefined
  }
  /** A request can only be approved in a window, which only a click may open. */
  popup: {
    /** Of the request that it is for. */
    readonly rid: string
    readonly reason: string
    /** Call it in the handler of a click. @returns Whether the browser let a window open. */
    readonly open: () => boolean
  }
  /** Who is logged in; undefined when the login is over. */
  user: FrameUser | undefined
}

/** What the frame is told of the site. */
export type SiteFacts = {
  metadata?: DappMetadata | undefined
  /** What the frame does not take is left out there. @source ledger 3.7 */
  theme?:
    | {
        readonly themeMode?: ThemeMode | undefined
        readonly themeVariables?: ThemeVariables | undefined
        readonly w3mThemeVariables?: ThemeVariables | undefined
      }
    | undefined
}

/** A connector to the wallet of the login site. */
export type EmbeddedConnector = Connector & {
  readonly type: 'AUTH'
  readonly login: FrameLogin
  readonly events: Emitter<EmbeddedEvents>
  /** Loads what speaks to the frame, not the frame; once. */
  readonly open: () => Promise<OpenEmbedded>
  /** Ends every request that waits for the visitor, as closing the modal does. @source ledger 4.15, 4.21 */
  readonly abortRequests: () => void
  /** Tells the frame how the site looks and what it says of itself, now or when there is a frame. */
  readonly sync: (facts: SiteFacts) => void
  /** @returns What it is now: `eoa` when the frame could not set it. @source ledger 4.10, 7.16 */
  readonly setPreferredAccount: (type: 'eoa' | 'smartAccount') => Promise<'eoa' | 'smartAccount'>
  /** The networks on which there are smart accounts. @source ledger 7.15 */
  readonly getSmartAccountNetworks: () => Promise<ChainId[]>
}

const logins: readonly (keyof FrameLogin)[] = [
  'connectEmail',
  'connectDevice',
  'connectOtp',
  'getSocialRedirectUri',
  'connectSocial',
  'getFarcasterUri',
  'connectFarcaster',
  'updateEmail',
  'updateEmailPrimaryOtp',
  'updateEmailSecondaryOtp',
]

/**
 * Connects the embedded wallet: an e-mail or social login on the site at `loginUrl`, whose keys never leave it. Nothing is
 * loaded, asked or embedded before it is used.
 *
 * @example
 * ```ts
 * createFoyer({ projectId, adapters: [evm()], networks: [mainnet], connectors: [embedded({ loginUrl, projectId })] })
 * ```
 */
export function embedded({
  name = 'Embedded wallet',
  namespaces = ['eip155', 'solana'],
  ...options
}: embedded.Options): EmbeddedConnector {
  const events = createEmitter<EmbeddedEvents>((error) => console.error(error))
  const facts: SiteFacts = {}
  let opening: Promise<OpenEmbedded> | undefined
  let opened: OpenEmbedded | undefined
  const open = () => {
    opening ??= import('./openEmbedded.ts')
      .then(({ openEmbedded }) => {
        opened = openEmbedded({ ...options, events, facts })
        return opened
      })
      .catch((error: unknown) => {
        // A chunk that did not load is asked for again the next time.
        opening = undefined
        throw error
      })
    return opening
  }
  const later = (name: keyof FrameLogin) => async (given?: object) =>
    ((await (await open()).login())[name] as (given?: object) => Promise<unknown>)(given)
  return {
    id: 'embedded',
    type: 'AUTH',
    name,
    namespaces,
    sharesSession: true,
    events,
    open,
    login: Object.fromEntries(logins.map((name) => [name, later(name)])) as FrameLogin,
    connect: async (parameters) => (await open()).connect(parameters),
    disconnect: async ({ namespace }) => (await open()).disconnect(namespace),
    watch: ({ listener, namespace }) => opened?.watch(namespace, listener) ?? (() => {}),
    abortRequests: () => opened?.abortRequests(),
    sync(given) {
      Object.assign(facts, given)
      opened?.sync(given)
    },
    setPreferredAccount: async (type) => (await (await open()).login()).setPreferredAccount(type),
    getSmartAccountNetworks: async () => (await (await open()).login()).getSmartAccountNetworks(),
  }
}

export declare namespace embedded {
  type Options = {
    /** Address of `apps/login`: `https://…`, on a domain of its own. */
    loginUrl: string
    /** The id of the site at its api. */
    projectId: string
    /** What the list of wallets shows. @default 'Embedded wallet' */
    name?: string | undefined
    /** The chain families to offer. @default eip155 and solana */
    namespaces?: readonly ('eip155' | 'solana')[] | undefined
    /** How long the frame may take to load, ms. @default 20000 */
    loadMs?: number | undefined
    /** How long to wait once more after it is ready, ms. @default 500 */
    readyDelayMs?: number | undefined
  }
}
