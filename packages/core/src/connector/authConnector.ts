import type { AlertCode, ChainId, FoyerError, FrameLogin, FrameUser } from '@foyer/protocol'
import type { FoyerEvents } from '../events/events.ts'
import type { Foyer } from '../foyer.ts'
import type { DappMetadata } from '../metadata.ts'
import type { ThemeMode, ThemeVariables } from '../options.ts'
import type { ApprovalWindow } from '../state.ts'
import type { Connector } from './connector.ts'

/** What a wallet that is logged in to tells by itself, by name. */
export type AuthEvents = Pick<FoyerEvents, 'approval:start' | 'approval:end'> & {
  /** The developer must be told. @source ledger 8.20, 8.21 */
  alert: AlertCode
  /** A method that no wallet of this kind answers: the request was rejected. @source ledger 4.18, 6.3 */
  refused: { readonly method: string; readonly error: FoyerError }
  /** An approval is only possible in a window, which only a click may open. */
  'approval:popup': {
    readonly id: string
    readonly reason: string
    /** Call it in the handler of a click. @returns Whether the browser let a window open. */
    readonly open: () => boolean
  }
  /** What became of the window that `open` opened. */
  'approval:window': { readonly id: string; readonly window: ApprovalWindow }
  /** A login ended by itself: the visitor did not leave. After a reload nobody was told of a user before. */
  lost: { readonly email: string | undefined }
  /** Who is logged in; undefined when the login is over. */
  user: FrameUser | undefined
}
/** Tells an instance one of them. */
export type TellAuth = <name extends keyof AuthEvents>(name: name, event: AuthEvents[name]) => void

/** What the wallet is told of the site. */
export type AuthFacts = {
  metadata?: DappMetadata | undefined
  /** What the wallet does not take is left out there. @source ledger 3.7 */
  theme?:
    | {
        readonly themeMode?: ThemeMode | undefined
        readonly themeVariables?: ThemeVariables | undefined
        readonly w3mThemeVariables?: ThemeVariables | undefined
      }
    | undefined
}

/** A wallet that a visitor logs in to, inside the page: a connector of type `AUTH`. */
export type AuthConnector = Connector & {
  readonly type: 'AUTH'
  /** Where the login lives: its own pages stand there. */
  readonly loginUrl: string
  readonly login: FrameLogin
  /** Tells an instance, from now on, what it tells by itself: see {@link followLogin}. @returns A stop function. */
  readonly attach: (foyer: Foyer) => () => void
  /** Ends every request that waits for the visitor. @source ledger 4.15, 4.21 */
  readonly abortRequests: () => void
  /** Tells the wallet how the site looks and what it says of itself, now or once it is there. @source ledger 7.13, 7.14 */
  readonly sync: (facts: AuthFacts) => void
  /** @returns What it is now: `eoa` when it could not be set. @source ledger 4.10, 7.16 */
  readonly setPreferredAccount: (type: 'eoa' | 'smartAccount') => Promise<'eoa' | 'smartAccount'>
  /** The networks on which there are smart accounts. @source ledger 7.15 */
  readonly getSmartAccountNetworks: () => Promise<ChainId[]>
}

/** Whether a connector is one to log in to. */
export function isAuthConnector(connector: Connector): connector is AuthConnector {
  return connector.type === 'AUTH' && 'login' in connector
}

/** The way to log in that the site offers, if it does. */
export function findAuthConnector({ store }: Pick<Foyer, 'store'>): AuthConnector | undefined {
  return store.get().connectors.find(isAuthConnector)
}
