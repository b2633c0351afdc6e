import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { amount, positiveAmount } from './amount.ts'
import { accountIdField, slippageText, swapSource } from './convertFields.ts'

/**
 * The way in which a swap is carried out. `call`: the wallet sends a call; `serialized`: it signs and sends a whole transaction;
 * `order`: it signs an order that somebody else executes. A client ignores quotes of a kind that it does not know.
 */
export const swapKinds = ['call', 'serialized', 'order'] as const
export type SwapKind = (typeof swapKinds)[number]

/** One offer for a swap. Amounts are decimal digits, in smallest units. */
export const swapQuote = v.object({
  /** Unique in this answer. */
  id: v.string(),
  source: swapSource,
  kind: v.string(),
  /** CAIP-10 of the token that is spent. */
  fromAccount: v.string(),
  fromAmount: amount,
  /** CAIP-10 of the token that is received. */
  toAccount: v.string(),
  toAmount: amount,
  /** The least that arrives, with the requested slippage; otherwise the swap fails and only its network fee is lost. */
  minToAmount: amount,
  /** Loss against the price before the swap, in percent: `0.31`; null if the source does not tell it. */
  priceImpact: v.nullable(v.number()),
  /** The markets in the order of the swap; the last token of each is the first of the next. */
  route: v.array(
    v.object({
      /** `Uniswap V2`. */
      name: v.string(),
      /** Share of the amount that takes this way, in percent. Absent when all does. */
      share: v.optional(v.number()),
      /** CAIP-10 of each token on the way. */
      tokens: v.array(v.string()),
    }),
  ),
  /** Network fee, in smallest units of the chain's coin; absent for orders, whose fee is part of the price. */
  networkCost: v.optional(
    v.object({
      gas: amount,
      gasPrice: amount,
      amount,
      /** The same in US dollars, if the coin's price is known. */
      value: v.optional(v.number()),
      /** Needed besides, but not lost: deposits that come back, and the least that the account must keep. */
      reserve: v.optional(amount),
    }),
  ),
  /** Address that needs an allowance for `fromAmount`; absent for the native coin and on Solana. */
  allowanceTarget: v.optional(v.string()),
  /** Contract that spends through `allowanceTarget`, which is Permit2 then: it needs an allowance there, by signature or call. */
  permit2Spender: v.optional(v.string()),
  /** ISO 8601: ask again after this moment. */
  expiresAt: v.string(),
  /** Expected time until the tokens arrive, in seconds; only for swaps across chains and for orders. */
  durationSeconds: v.optional(v.number()),
})
export type SwapQuote = v.InferOutput<typeof swapQuote>

/** The offers of all sources for a swap, the best first. @source spec 7.35 */
export const getConvertQuotes = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/quotes',
  summary: 'Offers of all sources for a swap, the best first.',
  query: v.object({
    /** Of the token that is spent, in smallest units. */
    amount: positiveAmount,
    from: accountIdField,
    to: accountIdField,
    /** In wei. @default the chain's */
    gasPrice: v.optional(amount),
    slippage: v.optional(slippageText, 1),
    /** CAIP-10 of the user's account: some sources quote only for a known account. */
    userAddress: v.optional(accountIdField),
  }),
  response: v.object({
    /** Never empty: without a market the call fails with 400 `insufficient-liquidity`. */
    quotes: v.array(swapQuote),
    /** Sources of this chain that gave no offer, and the reason as a code: `insufficient-liquidity`, `http-failed`… */
    failures: v.array(v.object({ source: swapSource, code: v.string(), message: v.string() })),
  }),
})
