import type { Namespace, SupportedRequest } from '@foyer/protocol'
import type { SignInAnswer } from '@foyer/protocol/signIn'
import type { Account, NamespaceConnection } from './account/account.ts'
import type { ConnectionEvent } from './connection/machine/connectionEvent.ts'
import type { Connector } from './connector/connector.ts'
import type { Crossings } from './swap/crossings.ts'
import type { Swap } from './swap/swap.ts'

/** The runtime part of an attempt, whose data is in the state. */
export type Task = {
  readonly controller: AbortController
  /** Opens the wallet of a prompt. */
  open?: () => void
  /** Settles every caller of a prompt. */
  done?: Promise<void>
  /** Number of waiting `connect` calls; aborting the last one cancels the prompt. */
  callers: number
}

/** Mutable runtime: controllers, subscriptions, memos. */
export type Running = {
  /** Ends what `start` began. */
  stop: (() => void) | undefined
  /** Stops discovery. */
  discovery: Promise<() => void> | undefined
  reconnecting: Promise<void> | undefined
  /** Sends an event to the connection machine; undefined until its code is loaded. */
  dispatch?: (event: ConnectionEvent) => void
  /** By attempt id. */
  readonly tasks: Map<number, Task>
  /** Number of attempts and prepared pairing URIs so far. */
  attemptCount: number
  /** Stops listening to connected wallets. */
  readonly watches: Map<Namespace, () => void>
  /** Pending network switches; a later one cancels an earlier. */
  switches?: Map<Namespace, AbortController>
  /** Wallets that are disconnecting: the next connect waits for them. */
  leaving?: Map<Namespace, Promise<unknown>>
  /** Time of the last connect or disconnect of any tab that this tab knows, ms since 1970: an older event is late. */
  acts?: Map<Namespace, number>
  /** Last result of `readAccount`, and its inputs. */
  readonly accounts: Map<Namespace, { inputs: readonly unknown[]; account: Account }>
  /** Last result of `listConnections`. */
  connectionList?: readonly NamespaceConnection[]
  /** Last result of `readSupportedRequests`. */
  supported?: Map<Namespace, Readonly<Record<SupportedRequest, boolean>>>
  /** Last result of `joinConnectors`. */
  joined?: readonly Connector[]
  /** The callers that share the prepared pairing URI, and its controller. */
  preparing?:
    | {
        readonly id: number
        readonly controller: AbortController
        readonly users: Set<symbol>
      }
    | undefined
  /** The loop that retries a native balance, by namespace; a later one replaces an earlier. */
  balanceRetries?: Map<Namespace, symbol>
  /** The last purchase that was opened, until its end was seen. */
  onramp?: { readonly order: { readonly id: string } } | undefined
  /** Stops the sign-in of the site. */
  detachSignIn?: (() => void) | undefined
  /** Sign-ins that wallets signed while they connected, until the sign-in uses them. */
  signedIn?: Map<Namespace, SignInAnswer>
  /** Payment requests that were opened, by their terms. */
  payments?: Map<string, object>
  /** Elements that show this instance's requests. */
  readonly surfaces: Set<Surface>
  /** Number of wallet requests so far. */
  requestCount: number
  /** Number of searches so far: only the last one may write its result. */
  searchCount: number
  /** The swap, once it was opened. */
  swap?: Swap
  /** The swaps across networks, once they were opened. */
  crossings?: Crossings
  /** Times of the errors reported in the last minute, ms since 1970. */
  errorMoments: readonly number[]
}

/** An element that shows requests: `prefetch` loads its code. */
export type Surface = { prefetch(): Promise<void> }

export function createRunning(): Running {
  return {
    stop: undefined,
    discovery: undefined,
    reconnecting: undefined,
    tasks: new Map(),
    attemptCount: 0,
    watches: new Map(),
    accounts: new Map(),
    surfaces: new Set(),
    requestCount: 0,
    searchCount: 0,
    errorMoments: [],
  }
}
