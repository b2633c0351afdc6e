import type { Capability, Namespace } from '@foyer/protocol'
import type { Account, NamespaceConnection } from './account/account.ts'
import type { ConnectionEvent } from './connection/machine/connectionEvent.ts'
import type { Connector } from './connector/connector.ts'

/** The running part of an attempt, of which the state holds what is known. */
export type Task = {
  readonly controller: AbortController
  /** Opens the wallet of a prompt. */
  open?: () => void
  /** Settles every caller of a prompt. */
  done?: Promise<void>
  /** How many `connect` calls wait; when the last one is aborted the prompt is cancelled. */
  callers: number
}

/** What goes on in one instance besides its state. */
export type Running = {
  /** Ends what `start` began. */
  stop: (() => void) | undefined
  /** How to end the looking for wallets. */
  discovery: Promise<() => void> | undefined
  reconnecting: Promise<void> | undefined
  /** Tells the machine of connections; undefined while its code is not loaded. */
  dispatch?: (event: ConnectionEvent) => void
  /** By the id of their attempt. */
  readonly tasks: Map<number, Task>
  /** How many attempts there were, and pairing URIs that were kept ready. */
  attemptCount: number
  /** Stops listening to connected wallets. */
  readonly watches: Map<Namespace, () => void>
  /** Network switches that wait in a wallet; a later one ends an earlier. */
  switches?: Map<Namespace, AbortController>
  /** Wallets that are being told of a disconnect: what connects next waits for them. */
  leaving?: Map<Namespace, Promise<unknown>>
  /** What `readAccount` gave last, and of what it was made. */
  readonly accounts: Map<Namespace, { inputs: readonly unknown[]; account: Account }>
  /** What `listConnections` gave last. */
  connectionList?: readonly NamespaceConnection[]
  /** What `readCapabilities` gave last. */
  capabilities?: Map<Namespace, Readonly<Record<Capability, boolean>>>
  /** What `joinConnectors` made, of the members that each stands for. */
  joined?: readonly Connector[]
  /** Who wants a pairing URI to be kept ready, and what ends it. */
  preparing?:
    | {
        readonly id: number
        readonly controller: AbortController
        readonly users: Set<symbol>
      }
    | undefined
  /** The loop that reads a native balance again, by namespace; a later one ends an earlier. */
  balanceRetries?: Map<Namespace, symbol>
  /** Where this instance is drawn: each part of the page that can show a request. */
  readonly surfaces: Set<object>
  /** How many wallet requests there were. */
  requestCount: number
  /** How many searches there were: only the last one may write what it found. */
  searchCount: number
  /** When errors were reported in the last minute, ms since 1970. */
  errorMoments: readonly number[]
}

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
