import type { FoyerError } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import type { Transaction, TypedData } from '../transaction.ts'
import type { SwapOffer, SwapRequest } from './swapOffer.ts'

/** Tolerated loss against a quote, in percent. @source spec 9.22 */
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

/** An allowance to be signed. */
export type SwapPermitRequest = {
  readonly typedData: TypedData
  /** In seconds since 1970, decimal digits. */
  readonly deadline: string
}

/** Progress of the approval, and of the swap itself. */
export type SwapProgress =
  | { readonly name: 'building' }
  /** The wallet asks the user; the other transactions follow. */
  | {
      readonly name: 'wallet'
      readonly transactions: readonly Transaction[]
      /** To be signed after an approval. @default nothing */
      readonly permit?: SwapPermitRequest | undefined
    }
  /** The wallet asks the user to sign an allowance, in place of a transaction. */
  | { readonly name: 'signing'; readonly permit: SwapPermitRequest }
  /** Waits until it is in a block. */
  | {
      readonly name: 'mining'
      /** Of the transaction; of a batch the wallet's own id. */
      readonly hash: string
      readonly transactions: readonly Transaction[]
      /** To be signed after an approval. @default nothing */
      readonly permit?: SwapPermitRequest | undefined
    }

type Offered = {
  readonly request: SwapRequest
  /** The best first. Only `quoted` and the states after it have some for sure. */
  readonly offers: readonly SwapOffer[]
  /** Id of the source that the user chose; undefined: the best. */
  readonly source: string | undefined
  /** Spender that was approved for this request. */
  readonly approved: string | undefined
  /** The signed allowance of `approved`; undefined if it is on the chain. */
  readonly permit: { readonly deadline: string; readonly signature: string } | undefined
  /** The wallet has refused a batch: approval and swap are asked for one after the other. */
  readonly isApart: boolean
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
  /** Sent together with the swap, as one transaction; empty unless the wallet can do that. */
  readonly approvals: readonly Transaction[]
  readonly step: SwapProgress
  /** The account or network changed meanwhile: what was begun is only followed to its end. */
  readonly isLeft: boolean
}

/** One swap, from its form to its end. @source spec 2.11 */
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
      /** It was sent, and failed or its outcome is not known; or the wallet may still send it. */
      readonly isSent: boolean
      /** Of the transaction that was sent, if it is known. */
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
