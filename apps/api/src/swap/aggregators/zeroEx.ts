import * as v from 'valibot'
import { askService } from '../../askService.ts'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { convertError } from '../convertError.ts'
import type { SwapRequest, SwapSource } from '../swapSource.ts'
import {
  type AggregatorSettings,
  address,
  aggregatorOf,
  bytes,
  digits,
  numberOf,
  onChains,
  oneStep,
} from './aggregator.ts'

/**
 * AllowanceHolder. Swaps that spend the coin go to another contract, which 0x replaces often: list it to allow them.
 * @source https://0x.org/docs/developer-resources/core-concepts/contracts
 */
const publicContracts = onChains(
  [1, 10, 56, 137, 8453, 42161, 43114],
  '0x0000000000001fF3684f28c67538d4D072C22734',
)

const answer = v.variant('liquidityAvailable', [
  v.object({ liquidityAvailable: v.literal(false) }),
  v.object({
    liquidityAvailable: v.literal(true),
    buyAmount: digits,
    minBuyAmount: digits,
    gas: v.optional(v.nullable(digits)),
    allowanceTarget: v.optional(v.nullable(address)),
    transaction: v.optional(v.object({ to: address, data: bytes, value: digits })),
  }),
])

/** 0x's Swap API by key, with allowances for AllowanceHolder. @source https://0x.org/docs/api */
export function createZeroEx({
  apiKey = '',
  contracts = publicContracts,
  url = 'https://api.0x.org',
}: AggregatorSettings): SwapSource {
  const ask = async (path: 'price' | 'quote', request: SwapRequest) => {
    const { amount, from, slippageBps, to, user } = request
    const query = new URLSearchParams({
      chainId: numberOf(from.chain as EvmChain),
      ...{ sellToken: from.address, buyToken: to.address, sellAmount: String(amount) },
      slippageBps: String(slippageBps),
      ...(user === undefined ? {} : { taker: user }),
    })
    const found = await askService({
      ...{ name: '0x', schema: answer, headers: { '0x-api-key': apiKey, '0x-version': 'v2' } },
      url: `${url}/swap/allowance-holder/${path}?${query}`,
    })
    if (!found.liquidityAvailable) throw convertError('insufficient-liquidity')
    return found
  }
  return aggregatorOf({
    ...{ id: '0x', name: '0x', contracts },
    async getOffer(request) {
      const { allowanceTarget, buyAmount, gas, minBuyAmount } = await ask('price', request)
      return {
        ...{ toAmount: buyAmount, minToAmount: minBuyAmount, priceImpact: null },
        route: oneStep(request, '0x'),
        ...(gas ? { gas } : {}),
        ...(request.from.isNative || !allowanceTarget ? {} : { spender: allowanceTarget }),
      }
    },
    async build(request) {
      const { allowanceTarget, transaction } = await ask('quote', request)
      if (transaction === undefined) throw convertError('swap-refused')
      return {
        ...{ kind: 'call', ...transaction },
        ...(request.from.isNative || !allowanceTarget ? {} : { spender: allowanceTarget }),
      }
    },
  })
}
