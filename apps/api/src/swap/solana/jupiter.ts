import { cleanText, readOwn } from '@foyer/protocol'
import * as v from 'valibot'
import { askService } from '../../askService.ts'
import type { Chain } from '../../chains/chainConfig.ts'
import { digits, withRoute } from '../aggregators/aggregator.ts'
import { convertError } from '../convertError.ts'
import type { SwapRequest, SwapSource } from '../swapSource.ts'
import { isOnOneSolanaChain, mintOf } from './solanaAsset.ts'

/** Jupiter's program on Solana. @source https://dev.jup.ag/docs/swap-api */
const publicPrograms: Readonly<Record<string, readonly string[]>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'],
}
/** Most lamports for a place in the next blocks. */
const maxPriorityLamports = 1_000_000
/** Usual fee of a transaction, in lamports: a signature, and a priority. */
const usualFee = 105_000n

const step = v.object({ swapInfo: v.object({ label: v.optional(v.string(), '') }) })
/** Handed back as it came, so fields that this server does not know are kept. */
const quote = v.looseObject({
  inputMint: v.string(),
  inAmount: digits,
  outputMint: v.string(),
  outAmount: digits,
  otherAmountThreshold: digits,
  swapMode: v.literal('ExactIn'),
  slippageBps: v.number(),
  priceImpactPct: v.optional(v.string()),
  routePlan: v.pipe(v.array(step), v.minLength(1), v.maxLength(20)),
})
const built = v.object({
  swapTransaction: v.pipe(v.string(), v.base64(), v.maxLength(2048)),
})

/**
 * Jupiter's swaps on Solana; a key is optional.
 * @source https://dev.jup.ag/api-reference/swap/quote and https://dev.jup.ag/api-reference/swap/swap
 */
export function createJupiter({ apiKey, programs = publicPrograms, url }: createJupiter.Settings) {
  const base = url ?? `https://${apiKey === undefined ? 'lite-api' : 'api'}.jup.ag/swap/v1`
  const headers = apiKey === undefined ? {} : { 'x-api-key': apiKey }
  const isOn = (chain: Chain) =>
    chain.namespace === 'solana' &&
    chain.swaps !== false &&
    readOwn(programs, chain.caipId) !== undefined

  async function ask({ amount, from, slippageBps, to }: SwapRequest) {
    const query = new URLSearchParams({
      ...{ inputMint: mintOf(from), outputMint: mintOf(to), amount: String(amount) },
      ...{ slippageBps: String(slippageBps), swapMode: 'ExactIn' },
      restrictIntermediateTokens: 'true',
    })
    const answer = await withRoute(
      askService({
        ...{ name: 'Jupiter', headers, schema: v.pipe(v.unknown(), v.check(isObject)) },
        url: `${base}/quote?${query}`,
      }),
      // "No route", "not tradable".
      ({ status }) => status === 400 || status === 404,
    )
    const parsed = v.parse(quote, answer)
    const isAnswer =
      parsed.inputMint === mintOf(from) &&
      parsed.outputMint === mintOf(to) &&
      parsed.inAmount === amount &&
      parsed.slippageBps <= Number(slippageBps)
    if (!isAnswer) throw convertError('swap-refused', { cause: 'It quotes another swap' })
    return { answer, parsed }
  }

  const source: SwapSource = {
    ...{ id: 'jupiter', name: 'Jupiter', kind: 'serialized', isOn, contractsOf: () => undefined },
    supports: ({ from, to }) => isOnOneSolanaChain(from, to) && isOn(from.chain),
    programsOf: ({ caipId }) => readOwn(programs, caipId) ?? [],
    async getOffer(request) {
      const { parsed } = await ask(request)
      const { otherAmountThreshold, outAmount, priceImpactPct, routePlan } = parsed
      const labels = routePlan.map(({ swapInfo }) => cleanText(swapInfo.label, 24))
      const { from, to } = request
      return {
        ...{ toAmount: outAmount, minToAmount: otherAmountThreshold },
        priceImpact: percentOf(priceImpactPct),
        route: [
          {
            name: [...new Set(labels.filter(Boolean))].slice(0, 3).join(', ') || 'Jupiter',
            ...{ chain: from.chain, tokens: [from.address, to.address] },
          },
        ],
        gas: usualFee,
      }
    },
    async build(request) {
      const { answer } = await ask(request)
      const { from, to, user } = request
      const { swapTransaction } = await askService({
        ...{ name: 'Jupiter', headers, schema: built, url: `${base}/swap` },
        body: {
          ...{ quoteResponse: answer, userPublicKey: user, dynamicComputeUnitLimit: true },
          // Without, the swap pays and gets wrapped coins.
          wrapAndUnwrapSol: from.isNative || to.isNative,
          prioritizationFeeLamports: {
            priorityLevelWithMaxLamports: {
              ...{ priorityLevel: 'medium', maxLamports: maxPriorityLamports, global: false },
            },
          },
        },
      })
      return { kind: 'serialized', transaction: swapTransaction }
    },
  }
  return source
}

export declare namespace createJupiter {
  type Settings = {
    readonly apiKey?: string | undefined
    /** Programs by CAIP-2, in place of those this server knows. */
    readonly programs?: Readonly<Record<string, readonly string[]>> | undefined
    /** @default its public address */
    readonly url?: string | undefined
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** Jupiter tells a share, as text. */
function percentOf(text: string | undefined): number | null {
  const share = Number(text)
  return text === undefined || !Number.isFinite(share) || share < 0 || share > 1
    ? null
    : Math.round(share * 1_000_000) / 10_000
}
