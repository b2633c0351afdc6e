import type { AlertCode, ChainId, FoyerError } from '@foyer/protocol'
import type { FrameLogin, FrameUser } from '@foyer/protocol/frame'
import type { FoyerEvents } from '../events/events.ts'
import type { Foyer } from '../foyer.ts'
import type { DappMetadata } from '../metadata.ts'
import type { ThemeMode, ThemeVariables } from '../options.ts'
import type { Approval, ApprovalWindow } from '../state.ts'
import type { AccountType, Connector } from './connector.ts'

/** Events of an embedded wallet, by name. */
export type AuthEvents = Pick<FoyerEvents, 'approval:start' | 'approval:end'> & {
  /** A configuration problem to report to the developer. @source spec 8.20, 8.21 */
  alert: AlertCode
  /** A request was rejected since embedded wallets do not support its method. @source spec 4.18, 6.3 */
  refused: { readonly method: string; readonly error: FoyerError }
  /** An approval needs a window, which only a click may open. */
  'approval:popup': {
    readonly id: string
    readonly reason: string
    /** Call it in a click handler. @returns True if the browser opened a window. */
    readonly open: () => boolean
  }
  /** Status of the window that `open` opened. */
  'approval:window': { readonly id: string; readonly window: ApprovalWindow }
  /** The site has the wallet show what became of calls (`wallet_showCallsStatus`); undefined once that is over. */
  calls: { readonly id: string; readonly calls: Approval['calls'] }
  /** The page was left for a social login, which has come back with this result. @source spec 4.26 */
  social: { readonly uri: string }
  /** A session expired without a sign-out by the user; its email address if known. */
  lost: { readonly email: string | undefined }
  /** The signed-in user; undefined after sign-out. */
  user: FrameUser | undefined
}
/** Emits one of these events to an instance. */
export type EmitAuthEvent = <name extends keyof AuthEvents>(
  name: name,
  event: AuthEvents[name],
) => void

/** The site's data for the wallet. */
export type AuthFacts = {
  metadata?: DappMetadata | undefined
  /** The account that the site prefers, for users who have not chosen. @source spec 6.6 */
  accountType?: AccountType | undefined
  /** The wallet ignores fields that it does not support. @source spec 3.7 */
  theme?:
    | {
        readonly themeMode?: ThemeMode | undefined
        readonly themeVariables?: ThemeVariables | undefined
        readonly w3mThemeVariables?: ThemeVariables | undefined
      }
    | undefined
}

/** A wallet inside the page that a user logs in to: a connector of type `AUTH`. */
export type AuthConnector = Connector & {
  readonly type: 'AUTH'
  /** Origin of the login, which serves its own pages. */
  readonly loginUrl: string
  readonly login: FrameLogin
  /** Name of the site's own login, which `login.connectCustom` uses. */
  readonly customLogin?: string | undefined
  /** Sends its events to an instance from now on: see {@link followLogin}. @returns A stop function. */
  readonly attach: (foyer: Foyer) => () => void
  /** Rejects every request that waits for the user. @source spec 4.15, 4.21 */
  readonly abortRequests: () => void
  /** Sends the site's theme and metadata to the wallet, now or once it has loaded. @source spec 7.13, 7.14 */
  readonly sync: (facts: AuthFacts) => void
  /** @returns The type in effect: `eoa` when it could not be set. @source spec 4.10, 7.16 */
  readonly setPreferredAccount: (type: 'eoa' | 'smartAccount') => Promise<'eoa' | 'smartAccount'>
  /** Networks that support smart accounts. @source spec 7.15 */
  readonly getSmartAccountNetworks: () => Promise<ChainId[]>
}

/** True for a connector that the user logs in to. */
export function isAuthConnector(connector: Connector): connector is AuthConnector {
  return connector.type === 'AUTH' && 'login' in connector
}

/** Returns the site's login connector, if there is one. */
export function findAuthConnector({ store }: Pick<Foyer, 'store'>): AuthConnector | undefined {
  return store.get().connectors.find(isAuthConnector)
}
