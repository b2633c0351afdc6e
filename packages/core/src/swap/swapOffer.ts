import type { ChainId } from '@foyer/protocol'
import { isSameToken, type SwapQuote, type SwapToken } from '@foyer/protocol/api'

/** A swap as a user requests it. */
export type SwapRequest = {
  readonly address: string
  readonly chainId: ChainId
  readonly from: SwapToken
  readonly to: SwapToken
  /** Of `from`, in the smallest unit, above 0. */
  readonly amount: bigint
  /** Tolerated loss against the quote, in percent. */
  readonly slippage: number
}

/** A quote, with amounts in the smallest unit of their token. */
export type SwapOffer = Pick<
  SwapQuote,
  'allowanceTarget' | 'permit2Spender' | 'priceImpact' | 'route' | 'source' | 'durationSeconds'
> & {
  readonly toAmount: bigint
  /** The least that arrives; otherwise the swap fails, and only its network fee is lost. */
  readonly minToAmount: bigint
  readonly networkCost:
    | {
        /** Network fee in the network's coin. */
        readonly amount: bigint
        /** The same in US dollars, if its price is known. */
        readonly value?: number | undefined
        /** Needed besides, but not lost. */
        readonly reserve?: bigint | undefined
      }
    | undefined
  /** The quote is too old after this moment; ms since 1970, by the clock of this device. */
  readonly expiresAt: number
}

/** Limits of a quote's age, ms: the clocks of the api and of this device may differ. */
const ages = { shortestMs: 5_000, longestMs: 60_000 } as const

/**
 * Returns the least that may arrive of an amount that may lose `slippage` percent.
 *
 * @returns In the smallest unit, rounded down.
 */
export function withSlippage(amount: bigint, slippage: number): bigint {
  return (amount * (10_000n - BigInt(Math.round(slippage * 100)))) / 10_000n
}

/**
 * Reads a quote of the api.
 *
 * @param parameters.kinds - Kinds of quotes that can be signed. @default calls
 * @param parameters.now - Time of the answer, ms since 1970.
 * @returns undefined if it answers another request, allows a larger loss, or is of a kind that this version cannot sign.
 */
export function readOffer(
  quote: SwapQuote,
  {
    kinds = ['call'],
    now,
    request,
  }: { kinds?: readonly string[] | undefined; now: number; request: SwapRequest },
): SwapOffer | undefined {
  const { expiresAt, kind, networkCost, ...rest } = quote
  const toAmount = BigInt(quote.toAmount)
  const minToAmount = BigInt(quote.minToAmount)
  const isAnswer =
    isSameToken(quote.fromAccount, request.from.address) &&
    isSameToken(quote.toAccount, request.to.address) &&
    BigInt(quote.fromAmount) === request.amount &&
    minToAmount > 0n &&
    minToAmount <= toAmount &&
    // The api may round the other way.
    minToAmount + 1n >= withSlippage(toAmount, request.slippage)
  if (!kinds.includes(kind) || !isAnswer) return undefined
  const ageMs = Date.parse(expiresAt) - now
  return {
    ...rest,
    toAmount,
    minToAmount,
    networkCost: networkCost && {
      amount: BigInt(networkCost.amount),
      value: networkCost.value,
      reserve: BigInt(networkCost.reserve ?? 0),
    },
    expiresAt: now + Math.min(Math.max(ageMs || 0, ages.shortestMs), ages.longestMs),
  }
}
