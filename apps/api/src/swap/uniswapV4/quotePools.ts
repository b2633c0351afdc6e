import { type Address, encodeAbiParameters, keccak256, zeroAddress } from 'viem'
import { decodeFunctionResult, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { ethCall } from '../../rpc/ethCall.ts'
import {
  bestOfEach,
  feeTiers,
  isSortedFirst,
  type PoolQuote,
  type PoolSwap,
  priceOfRoot,
} from '../findPath.ts'

/** @source https://docs.uniswap.org/contracts/v4/reference/periphery/lens (V4Quoter, StateView) */
const abi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct QuoteParams { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'function quoteExactInputSingle(QuoteParams params) returns (uint256 amountOut, uint256 gasEstimate)',
  'function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)',
])
const key = parseAbiParameters('address, address, uint24, int24, address')

/** The distance of ticks that Uniswap's own interfaces create pools of a fee with. */
export const spacings: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }

/**
 * Asks the quoter, which runs the pools' own code, for the pool of each swap that pays most. Pools with hooks are left
 * out: a hook is code of anyone, which can change what a swap pays between the quote and the swap.
 * @param swaps - with amounts of 128 bits at most, as the pools have
 * @returns One entry per swap; undefined where no pool takes the whole amount.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function quotePools(
  rpc: ChainRpc,
  chain: EvmChain,
  { quoter, stateView, swaps }: { quoter: Address; stateView: Address; swaps: readonly PoolSwap[] },
): Promise<(PoolQuote | undefined)[]> {
  const pools = swaps.flatMap((swap) => feeTiers.map((fee) => ({ ...swap, fee })))
  const answers = await ethCall(
    rpc,
    chain,
    pools.flatMap(({ amount, fee, from, to }) => {
      const zeroForOne = isSortedFirst(from, to)
      const [currency0, currency1] = zeroForOne ? [from, to] : [to, from]
      const tickSpacing = spacings[fee]!
      const poolKey = { currency0, currency1, fee, tickSpacing, hooks: zeroAddress }
      const id = keccak256(
        encodeAbiParameters(key, [currency0, currency1, fee, tickSpacing, zeroAddress]),
      )
      const asked = { poolKey, zeroForOne, exactAmount: amount, hookData: '0x' } as const
      const functionName = 'quoteExactInputSingle'
      return [
        { to: quoter, data: encodeFunctionData({ abi, functionName, args: [asked] }) },
        { to: stateView, data: encodeFunctionData({ abi, functionName: 'getSlot0', args: [id] }) },
      ]
    }),
  )
  const quotes = pools.map(({ fee, ...swap }, index): PoolQuote | undefined => {
    const [quoted, slot0] = answers.slice(index * 2)
    // Both have a fixed length; the quoter reverts where a pool takes only a part.
    if (quoted?.length !== 2 + 2 * 64 || slot0?.length !== 2 + 4 * 64) return undefined
    const [toAmount, gas] = decodeFunctionResult({
      abi,
      functionName: 'quoteExactInputSingle',
      data: quoted,
    })
    const [root] = decodeFunctionResult({ abi, functionName: 'getSlot0', data: slot0 })
    if (toAmount === 0n || root === 0n) return undefined
    return { fee, toAmount, gas, price: priceOfRoot(root, swap) }
  })
  return bestOfEach(quotes, feeTiers.length)
}
