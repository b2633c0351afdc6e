import { readOwn } from '@foyer/protocol'
import * as v from 'valibot'
import { askService } from '../../askService.ts'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { convertError } from '../convertError.ts'
import { type SwapRequest, type SwapSource, withSlippage } from '../swapSource.ts'
import {
  type AggregatorSettings,
  address,
  aggregatorOf,
  bytes,
  digits,
  numberOf,
  onChains,
  oneStep,
  withRoute,
} from './aggregator.ts'

/** KyberSwap's names of chains. @source https://docs.kyberswap.com/Aggregator/aggregator-api */
const slugs: Readonly<Record<string, string>> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  137: 'polygon',
  250: 'fantom',
  324: 'zksync',
  8453: 'base',
  42161: 'arbitrum',
  43114: 'avalanche',
}

/** MetaAggregationRouterV2. @source https://docs.kyberswap.com/developer-guide/aggregator-api/contracts */
const publicContracts = onChains(
  [1, 10, 56, 137, 250, 8453, 42161, 43114],
  '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5',
  { 324: '0x3F95eF3f2eAca871858dbE20A93c01daF6C2e923' },
)

const routes = v.object({
  data: v.object({
    // Sent back as it came, to build the call.
    routeSummary: v.looseObject({ amountOut: digits, gas: v.optional(digits) }),
    routerAddress: address,
  }),
})
const built = v.object({
  data: v.object({
    routerAddress: address,
    data: bytes,
    transactionValue: v.optional(digits),
  }),
})
/** The summary as it came: amounts stay text. */
const rawRoutes = v.object({ data: v.object({ routeSummary: v.unknown() }) })

const deadlineSeconds = 20 * 60

/** KyberSwap's aggregator, which needs no key. @source https://docs.kyberswap.com/Aggregator/aggregator-api */
export function createKyberSwap({
  contracts = publicContracts,
  now,
  url = 'https://aggregator-api.kyberswap.com',
}: AggregatorSettings & { now: () => number }): SwapSource {
  const headers = { 'x-client-id': 'foyer' }
  const pathOf = (chain: EvmChain) =>
    `${url}/${readOwn(slugs, String(numberOf(chain))) ?? numberOf(chain)}/api/v1`
  const askRoutes = async ({ amount, from, to }: SwapRequest) => {
    const query = new URLSearchParams({
      ...{ tokenIn: from.address, tokenOut: to.address, amountIn: String(amount) },
      gasInclude: 'true',
    })
    const raw = await withRoute(
      askService({
        ...{ name: 'KyberSwap', headers, schema: v.unknown() },
        url: `${pathOf(from.chain as EvmChain)}/routes?${query}`,
      }),
      ({ status }) => status === 400 || status === 404,
    )
    const { data } = v.parse(routes, raw)
    return { ...data, raw: v.parse(rawRoutes, raw).data.routeSummary }
  }
  return aggregatorOf({
    ...{ id: 'kyberswap', name: 'KyberSwap', contracts },
    async getOffer(request) {
      const { routeSummary, routerAddress } = await askRoutes(request)
      const { amountOut, gas } = routeSummary
      if (amountOut === 0n) throw convertError('insufficient-liquidity')
      return {
        toAmount: amountOut,
        minToAmount: withSlippage(amountOut, request.slippageBps),
        priceImpact: null,
        route: oneStep(request, 'KyberSwap'),
        ...(gas === undefined ? {} : { gas }),
        ...(request.from.isNative ? {} : { spender: routerAddress }),
      }
    },
    async build(request) {
      const { raw } = await askRoutes(request)
      const { from, slippageBps, user } = request
      const { data } = await askService({
        ...{ name: 'KyberSwap', headers, schema: built },
        url: `${pathOf(from.chain as EvmChain)}/route/build`,
        body: {
          routeSummary: raw,
          sender: user,
          recipient: user,
          slippageTolerance: Number(slippageBps),
          deadline: Math.floor(now() / 1000) + deadlineSeconds,
        },
      })
      return {
        ...{ kind: 'call', to: data.routerAddress, data: data.data },
        value: data.transactionValue ?? (from.isNative ? request.amount : 0n),
        ...(from.isNative ? {} : { spender: data.routerAddress }),
      }
    },
  })
}
