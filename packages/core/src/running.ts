import type { Capability, Namespace } from '@foyer/protocol'
import type { Account, Connected } from './account/account.ts'
import type { NamespaceConnection } from './connection/listConnections.ts'
import type { Connector } from './connector/connector.ts'
import type { Pairing } from './state.ts'

/** A connection that is being made, or confirmed after a reload. */
export type Attempt = {
  readonly controller: AbortController
  /** Confirms what was connected before the reload; the visitor is not asked. */
  readonly silent: boolean
  /** What was connected when the attempt began, and is again when it fails. Follows that wallet's own changes. */
  before: Connected | undefined
  /** The deep link of {@link Attempt.before}. */
  readonly link: Pairing['wcLinking']
}

/** What goes on in one instance besides its state. */
export type Running = {
  /** Ends what `start` began. */
  stop: (() => void) | undefined
  /** How to end the looking for wallets. */
  discovery: Promise<() => void> | undefined
  reconnecting: Promise<void> | undefined
  /** At most one a namespace: a later one takes the place of an earlier. */
  readonly attempts: Map<Namespace, Attempt>
  /** Stops listening to connected wallets. */
  readonly watches: Map<Namespace, () => void>
  /** Network switches that wait in a wallet; a later one ends an earlier. */
  readonly switches: Map<Namespace, AbortController>
  /** Wallets that are being told to let go: what connects next waits for them. */
  readonly leaving: Map<Namespace, Promise<unknown>>
  /** What `readAccount` gave last, and of what it was made. */
  readonly accounts: Map<Namespace, { inputs: readonly unknown[]; account: Account }>
  /** What `listConnections` gave last. */
  connectionList?: readonly NamespaceConnection[]
  /** What `readCapabilities` gave last. */
  capabilities?: Map<Namespace, Readonly<Record<Capability, boolean>>>
  /** What `joinConnectors` made, of the members that each stands for. */
  joined?: readonly Connector[]
  /** The pairing URI that is kept ready, and for whom. */
  preparing?:
    | {
        readonly controller: AbortController
        readonly users: Set<symbol>
        uri: Pick<Pairing, 'wcUri' | 'wcPairingExpiry'> | undefined
      }
    | undefined
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
    attempts: new Map(),
    watches: new Map(),
    switches: new Map(),
    leaving: new Map(),
    accounts: new Map(),
    requestCount: 0,
    searchCount: 0,
    errorMoments: [],
  }
}
