import type { FoyerError } from '@foyer/protocol'
import type { Network } from '../network/network.ts'
import type { ReceiverWarning } from '../send/receiver/checkReceiver.ts'
import type { PaymentReceipt } from './paymentReceipt.ts'

/**
 * Why a request can not be paid now:
 *
 * - `invalid`: its receiver or its token is none; `network-unknown`: the site does not offer its network, or the network
 *   has no payments
 * - `expired`
 * - `not-connected`, `wrong-network`: the user can change that
 * - `own-account`: the receiver itself; `contract-account`: its payments could not be told apart
 * - `too-little` of the asset, `lacks-fee`: of the network's own coin
 * - `refused`: the payment would fail
 */
export type PaymentProblem =
  | 'invalid'
  | 'network-unknown'
  | 'expired'
  | 'not-connected'
  | 'wrong-network'
  | 'own-account'
  | 'contract-account'
  | 'too-little'
  | 'lacks-fee'
  | 'refused'

/** The known facts about a request and the account that may pay it. */
export type PaymentFacts = {
  readonly problem: PaymentProblem | undefined
  /** Why the chain refuses it. */
  readonly details?: string | undefined
  readonly network?: Network | undefined
  readonly token?:
    | {
        readonly decimals: number
        readonly symbol: string
        /** CAIP-10; undefined: the network's own coin. */
        readonly address: string | undefined
      }
    | undefined
  /** The account's balance of it, in the smallest unit. */
  readonly balance?: bigint | undefined
  /** The likely fee, in the smallest unit of the network's own coin. */
  readonly fee?: bigint | undefined
  /** About the receiver, the most dangerous first. */
  readonly warnings: readonly ReceiverWarning[]
}

/**
 * The progress of the payment: not begun, another tab pays (`elsewhere`), the wallet shows it (`asking`), the network has it
 * (`pending`), it is on the chain (`paid`, by anyone), it failed there, it is there but not tied to the request
 * (`untied`: the wallet changed it), or nothing was sent (`error`).
 */
export type PaymentStage =
  | { readonly status: 'ready' }
  | { readonly status: 'elsewhere' | 'asking' }
  | { readonly status: 'pending' | 'failed' | 'untied' | 'unknown'; readonly hash: string }
  | { readonly status: 'paid'; readonly receipt: PaymentReceipt }
  | { readonly status: 'error'; readonly error: FoyerError }

export type PaymentState = {
  /** Undefined until they are read. */
  readonly facts: PaymentFacts | undefined
  /** They could not be read. */
  readonly factsError: FoyerError | undefined
  readonly stage: PaymentStage
  /** The wallet was asked before, and nobody knows what it did: it may still send. */
  readonly wasAsked: boolean
}

export const unreadPayment: PaymentState = {
  facts: undefined,
  factsError: undefined,
  stage: { status: 'ready' },
  wasAsked: false,
}
