import type { AlertCode, ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { PaymentReceipt } from '../pay/paymentReceipt.ts'

/** A usage event with plain properties. Never contains an address. */
export type TrackedEvent = {
  readonly event: string
  readonly properties: Readonly<Record<string, string | number | boolean>>
  /** ms since 1970. */
  readonly at: number
}

/** A configuration problem to report to the developer. @source spec 8.20 */
export type Alert = { readonly code: AlertCode; readonly title: string; readonly meaning: string }

/** A request that waits for a wallet. */
export type WalletRequest = {
  /** Increases with each request of the instance. */
  readonly id: number
  readonly namespace: Namespace
  readonly kind: 'connect' | 'switch' | 'add' | 'sign' | 'send' | 'disconnect'
}

export type FoyerEvents = {
  'request:start': WalletRequest
  'request:end': WalletRequest & { readonly error: FoyerError | undefined }
  /** An embedded wallet asks its user to sign, send or grant. @source spec 4.19 */
  'approval:start': { readonly id: string; readonly method: string }
  'approval:end': {
    readonly id: string
    readonly method: string
    /** Kind of the result; undefined if there is none. @source spec 5.7 */
    readonly result: 'hash' | 'signature' | 'object' | undefined
    readonly error: FoyerError | undefined
  }
  /** The wallet switched to a network that the site does not offer. @source spec 4.24 */
  'network:unsupported': { readonly namespace: Namespace; readonly chainId: ChainId }
  /** This browser has paid a request, and the chain confirmed it. Check it on your server before you deliver. */
  payment: PaymentReceipt
  track: TrackedEvent
  alert: Alert
}
