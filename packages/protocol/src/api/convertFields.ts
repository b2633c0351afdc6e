import * as v from 'valibot'
import { isChainId, parseAccountId } from '../caip.ts'
import { amount } from './amount.ts'

/** A CAIP-2 id in a query or body. */
export const chainIdField = v.pipe(
  v.string(),
  v.maxLength(41),
  v.check(isChainId, 'is not a CAIP-2 id'),
)

/**
 * A CAIP-10 id in a query or body. The native coin is `0xeeee…eeee` on EVM chains and
 * `So11111111111111111111111111111111111111111` on Solana.
 */
export const accountIdField = v.pipe(
  v.string(),
  v.maxLength(170),
  v.check((text) => parseAccountId(text) !== undefined, 'is not a CAIP-10 id'),
)

/** The id of a swap source: `uniswap-v2`. */
export const swapSourceId = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(32))

/** A market, or an aggregator of markets, that quotes swaps. */
export const swapSource = v.object({
  id: swapSourceId,
  name: v.string(),
  iconUrl: v.optional(v.string()),
})
export type SwapSource = v.InferOutput<typeof swapSource>

/**
 * Tolerated loss against the quote, in percent: `0.5`. At most two decimal places and 50.
 * @default 1 @source spec 9.22
 */
export const slippage = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(50),
  v.check(
    (percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9,
    'has more than two decimal places',
  ),
)

/** The same in a query. */
export const slippageText = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,2})?$/))]),
  v.transform(Number),
  slippage,
)

/** A transaction that an EVM wallet is asked to send. All amounts are decimal digits, in wei. */
export const swapCall = v.object({
  /** CAIP-10. */
  from: v.string(),
  /** CAIP-10. */
  to: v.string(),
  /** `0x` and hex digits. */
  data: v.string(),
  value: amount,
  eip155: v.object({
    /** Limit of the transaction, with room above what the simulation used; absent if it could not be estimated. */
    gas: v.optional(amount),
    gasPrice: amount,
  }),
})
export type SwapCall = v.InferOutput<typeof swapCall>
