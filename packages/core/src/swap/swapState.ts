import type { FoyerError } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import type { Transaction } from '../adapter.ts'
import type { SwapOffer, SwapRequest } from './swapOffer.ts'

/** Tolerated loss against a quote, in percent. @source ledger 9.22 */
export const defaultSlippage = 1

/** The values that the user has entered. */
export type SwapForm = {
  readonly from: SwapToken | undefined
  readonly to: SwapToken | undefined
  /** A plain decimal in units of `from`, as typed. */
  readonly amount: string
  /** Tolerated loss against the quote, in percent. @default 1 */
  readonly slippage: number
}

export const emptyForm: SwapForm = {
  from: undefined,
  to: undefined,
  amount: '',
  slippage: defaultSlippage,
}

/** Progress of the approval, and of the swap itself. */
export type SwapProgress =
  | { readonly name: 'building' }
  /** The wallet asks the user; the other transactions follow. */
  | { readonly name: 'wallet'; readonly transactions: readonly Transaction[] }
  /** Waits until it is in a block. */
  | {
      readonly name: 'mining'
      readonly hash: string
      readonly transactions: readonly Transaction[]
    }

type Offered = {
  readonly request: SwapRequest
  /** The best first. Only `quoted` and the states after it have some for sure. */
  readonly offers: readonly SwapOffer[]
  /** Id of the source that the user chose; undefined: the best. */
  readonly source: string | undefined
  /** Spender that was approved for this request. */
  readonly approved: string | undefined
}
/** The offer that the user has agreed to. */
export type SwapAgreement = {
  /** Id of its source. */
  readonly source: string
  /** Its minimum; new quotes may lose the slippage once, not again and again. */
  readonly least: bigint
}
type Agreed = {
  readonly agreed: SwapAgreement
  readonly step: SwapProgress
  /** The account or network changed meanwhile: what was begun is only followed to its end. */
  readonly isLeft: boolean
}

/** One swap, from its form to its end. @source ledger 2.11 */
export type SwapState = { readonly form: SwapForm } & (
  | { readonly status: 'idle' }
  /** Earlier offers are kept to be shown; they are never signed. */
  | (Offered & {
      readonly status: 'quoting'
      /** The user has agreed to an offer that became too old: goes on if the new one is as good. */
      readonly agreed: SwapAgreement | undefined
      /** The new offers need a new agreement. */
      readonly isMoved: boolean
    })
  | (Offered & {
      readonly status: 'quoted'
      /** The offer is worse than the one the user had agreed to. */
      readonly isMoved: boolean
    })
  | (Offered & Agreed & { readonly status: 'approving' })
  | (Offered &
      Agreed & {
        readonly status: 'swapping'
        /** The amount received in the api's simulation; undefined while the api builds the swap. */
        readonly toAmount: bigint | undefined
      })
  | (Offered & {
      readonly status: 'done'
      readonly hash: string
      /** The amount received in the api's simulation, in the smallest unit. */
      readonly toAmount: bigint
    })
  | (Offered & {
      readonly status: 'failed'
      readonly stage: 'quote' | 'approve' | 'swap'
      readonly error: FoyerError
      /** Of the transaction that failed, or whose outcome is not known. */
      readonly hash: string | undefined
    })
  /** The user said no in the wallet: nothing is lost, and `submit` asks again. */
  | (Offered & { readonly status: 'rejected'; readonly stage: 'approve' | 'swap' })
)

export type OfferedSwap = Extract<SwapState, Offered>

/** Returns the offer that the user chose; the best one, if its source has none. */
export function readOfferOf({
  offers,
  source,
}: Pick<Offered, 'offers' | 'source'>): SwapOffer | undefined {
  return offers.find((offer) => offer.source.id === source) ?? offers[0]
}

export const idleSwap: SwapState = { status: 'idle', form: emptyForm }
