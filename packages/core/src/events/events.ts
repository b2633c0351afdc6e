import type { AlertCode, ChainId, FoyerError, Namespace } from '@foyer/protocol'

/** A usage event: its name and plain facts. Never holds an address. */
export type TrackedEvent = {
  readonly event: string
  readonly properties: Readonly<Record<string, string | number | boolean>>
  /** ms since 1970. */
  readonly at: number
}

/** Something a developer must be told about the set-up. @source ledger 8.20 */
export type Alert = { readonly code: AlertCode; readonly title: string; readonly meaning: string }

/** A wallet is asked for something. */
export type WalletRequest = {
  /** Grows by one with each request of the instance. */
  readonly id: number
  readonly namespace: Namespace
  readonly kind: 'connect' | 'switch' | 'add' | 'sign' | 'send' | 'disconnect'
}

export type FoyerEvents = {
  'request:start': WalletRequest
  'request:end': WalletRequest & { readonly error: FoyerError | undefined }
  /** A wallet inside of the page asks its visitor to sign, to send or to grant. @source ledger 4.19 */
  'approval:start': { readonly id: string; readonly method: string }
  'approval:end': {
    readonly id: string
    readonly method: string
    /** What the answer is; undefined when there is none. @source ledger 5.7 */
    readonly result: 'hash' | 'signature' | 'object' | undefined
    readonly error: FoyerError | undefined
  }
  /** The wallet went to a network that the site does not offer. @source ledger 4.24 */
  'network:unsupported': { readonly namespace: Namespace; readonly chainId: ChainId }
  track: TrackedEvent
  alert: Alert
}
