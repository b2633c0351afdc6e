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
  /** The wallet went to a network that the site does not offer. @source ledger 4.24 */
  'network:unsupported': { readonly namespace: Namespace; readonly chainId: ChainId }
  track: TrackedEvent
  alert: Alert
}
