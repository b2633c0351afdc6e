import * as v from 'valibot'
import { askService } from '../../askService.ts'
import type { EvmChain } from '../../chains/chainConfig.ts'
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

/** AggregationRouterV6. @source https://etherscan.io/address/0x111111125421ca6dc452d289314280a0f8842a65 */
const publicContracts = onChains(
  [1, 10, 56, 100, 137, 8453, 42161, 43114],
  '0x111111125421cA6dc452d289314280a0f8842A65',
)

const quoted = v.object({
  dstAmount: digits,
  gas: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9))),
})
const built = v.object({
  dstAmount: digits,
  tx: v.object({ to: address, data: bytes, value: digits }),
})

/** 1inch's classic swap by key. @source https://portal.1inch.dev/documentation/apis/swap/classic-swap */
export function createOneInch({
  apiKey = '',
  contracts = publicContracts,
  url = 'https://api.1inch.dev',
}: AggregatorSettings): SwapSource {
  const ask = <const schema extends v.GenericSchema>(
    path: 'quote' | 'swap',
    { amount, from, to }: SwapRequest,
    more: Readonly<Record<string, string>>,
    schema: schema,
  ) => {
    const query = new URLSearchParams({
      ...{ src: from.address, dst: to.address, amount: String(amount), ...more },
    })
    return withRoute(
      askService({
        ...{ name: '1inch', schema, headers: { Authorization: `Bearer ${apiKey}` } },
        url: `${url}/swap/v6.0/${numberOf(from.chain as EvmChain)}/${path}?${query}`,
      }),
      ({ status }) => status === 400,
    )
  }
  return aggregatorOf({
    ...{ id: '1inch', name: '1inch', contracts },
    async getOffer(request) {
      const { dstAmount, gas } = await ask('quote', request, { includeGas: 'true' }, quoted)
      const spender = contracts[request.from.chain.caipId]?.spenders[0]
      return {
        toAmount: dstAmount,
        minToAmount: withSlippage(dstAmount, request.slippageBps),
        priceImpact: null,
        route: oneStep(request, '1inch'),
        ...(gas === undefined ? {} : { gas: BigInt(gas) }),
        ...(request.from.isNative || spender === undefined ? {} : { spender }),
      }
    },
    async build(request) {
      const { slippageBps, user } = request
      const { tx } = await ask(
        'swap',
        request,
        {
          ...{ from: user, origin: user, receiver: user },
          slippage: String(Number(slippageBps) / 100),
          // This server simulates itself.
          disableEstimate: 'true',
        },
        built,
      )
      return { kind: 'call', ...tx, ...(request.from.isNative ? {} : { spender: tx.to }) }
    },
  })
}
