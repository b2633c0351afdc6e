import type { Address } from 'viem'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { ethCall } from '../../rpc/ethCall.ts'
import { bestOfEach, feeTiers, type PoolQuote, type PoolSwap, priceOfRoot } from '../findPath.ts'
import { poolAddress } from './poolAddress.ts'

/** @source https://docs.uniswap.org/contracts/v3/reference/periphery/lens/QuoterV2 */
const abi = parseAbi([
  'struct QuoteParams { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(QuoteParams params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
])

/**
 * Prices beyond every position: a swap that ends here has used up the pool, and has taken only a part of the amount.
 * @source https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/libraries/TickMath.sol
 */
const emptyPrices: readonly bigint[] = [
  4_295_128_740n,
  1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n,
]

/**
 * Asks the quoter, which runs the pools' own code, for the pool of each swap that pays most.
 * @returns One entry per swap; undefined where no pool takes the whole amount.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function quotePools(
  rpc: ChainRpc,
  chain: EvmChain,
  { factory, quoter, swaps }: { factory: Address; quoter: Address; swaps: readonly PoolSwap[] },
): Promise<(PoolQuote | undefined)[]> {
  const pools = swaps.flatMap((swap) => feeTiers.map((fee) => ({ ...swap, fee })))
  const answers = await ethCall(
    rpc,
    chain,
    pools.flatMap(({ amount, fee, from, to }) => [
      {
        to: quoter,
        data: encodeFunctionData({
          abi,
          functionName: 'quoteExactInputSingle',
          args: [{ tokenIn: from, tokenOut: to, amountIn: amount, fee, sqrtPriceLimitX96: 0n }],
        }),
      },
      {
        to: poolAddress({ factory, fee, one: from, other: to }),
        data: encodeFunctionData({ abi, functionName: 'slot0' }),
      },
    ]),
  )
  const quotes = pools.map(({ fee, ...swap }, index): PoolQuote | undefined => {
    const [quoted, slot0] = answers.slice(index * 2)
    // Both have a fixed length; anything else is no pool.
    if (quoted?.length !== 2 + 4 * 64 || slot0?.length !== 2 + 7 * 64) return undefined
    const [toAmount, priceAfter, , gas] = decodeFunctionResult({
      abi,
      functionName: 'quoteExactInputSingle',
      data: quoted,
    })
    const [root] = decodeFunctionResult({ abi, functionName: 'slot0', data: slot0 })
    if (toAmount === 0n || root === 0n || emptyPrices.includes(priceAfter)) return undefined
    return { fee, toAmount, gas, price: priceOfRoot(root, swap) }
  })
  return bestOfEach(quotes, feeTiers.length)
}
