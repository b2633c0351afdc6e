import type { Address } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { convertError } from '../convertError.ts'
import { tokenOf } from '../evmAsset.ts'
import { priceImpact } from '../priceImpact.ts'
import { deadlineAt, type SwapRequest, type SwapSource, withSlippage } from '../swapSource.ts'
import { readUniswap, uniswapMarket } from '../uniswap.ts'
import { findRoute, type PoolRoute } from './findRoute.ts'

/**
 * The functions that measure what arrives, instead of trusting the token to move what it was told to.
 * @source https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */
const abi = parseAbi([
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

/** Usual gas of a swap through one pool, and of each further pool. */
const gas = { first: 140_000n, further: 70_000n }

/** Quotes and builds swaps with a chain's Uniswap V2 pools, by RPC only. */
export function createUniswapV2({ now, rpc }: { now: () => number; rpc: ChainRpc }): SwapSource {
  async function route({ amount, from, to }: SwapRequest): Promise<{
    chain: EvmChain
    router: Address
    found: PoolRoute
  }> {
    const chain = from.chain as EvmChain
    const { factory, router } = readUniswap(chain, 'uniswapV2')!
    const found = await findRoute(rpc, chain, {
      ...{ amount, factory, hops: chain.swaps ? chain.swaps.hops : [] },
      ...{ from: tokenOf(from), to: tokenOf(to) },
    })
    if (found === undefined) throw convertError('insufficient-liquidity')
    return { chain, router, found }
  }

  return {
    id: 'uniswap-v2',
    name: 'Uniswap V2',
    ...uniswapMarket('uniswapV2'),
    async getOffer(request) {
      const { chain, found, router } = await route(request)
      const { path, pools, toAmount } = found
      return {
        toAmount,
        minToAmount: withSlippage(toAmount, request.slippageBps),
        priceImpact: priceImpact({ amountIn: request.amount, received: toAmount }, pools),
        route: pools.map((_, index) => ({
          ...{ name: 'Uniswap V2', chain },
          tokens: path.slice(index, index + 2),
        })),
        gas: gas.first + gas.further * BigInt(pools.length - 1),
        ...(request.from.isNative ? {} : { spender: router }),
      }
    },
    async build(request) {
      const { found, router } = await route(request)
      const { amount, from, minToAmount, to } = request
      const deadline = deadlineAt(now())
      const rest = [minToAmount, found.path, request.user as Address, deadline] as const
      if (from.isNative) {
        const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
        const data = encodeFunctionData({ abi, functionName, args: rest })
        return { kind: 'call', to: router, data, value: amount }
      }
      const data = encodeFunctionData({
        abi,
        functionName: to.isNative
          ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
          : 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
        args: [amount, ...rest],
      })
      return { kind: 'call', to: router, data, value: 0n, spender: router }
    },
  }
}
