import type { Address } from 'viem'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { ethCall, noAddress } from '../../rpc/ethCall.ts'
import type { PoolReserves } from './amountOut.ts'

const abi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address pair)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
])

/** Two tokens: the one that is seen as paid in, and the one paid out. */
export type TokenPair = { readonly token: Address; readonly quote: Address }

/**
 * Reads the reserves of the Uniswap V2 pools of pairs of tokens.
 * @returns One entry per pair; undefined where there is no pool, or an empty one.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function readReserves(
  rpc: ChainRpc,
  chain: EvmChain,
  { factory, pairs }: { factory: Address; pairs: readonly TokenPair[] },
): Promise<(PoolReserves | undefined)[]> {
  const answers = await ethCall(
    rpc,
    chain,
    pairs.map(({ quote, token }) => ({
      to: factory,
      data: encodeFunctionData({ abi, functionName: 'getPair', args: [token, quote] }),
    })),
  )
  const pools = answers.map((answer) =>
    answer === undefined || answer === '0x'
      ? noAddress
      : decodeFunctionResult({ abi, functionName: 'getPair', data: answer }),
  )
  const existing = pools.flatMap((pool, index) => (pool === noAddress ? [] : [index]))
  const data = encodeFunctionData({ abi, functionName: 'getReserves' })
  const found = await ethCall(
    rpc,
    chain,
    existing.map((index) => ({ to: pools[index]!, data })),
  )
  const reserves: (PoolReserves | undefined)[] = pairs.map(() => undefined)
  for (const [place, index] of existing.entries()) {
    const answer = found[place]
    const { quote, token } = pairs[index]!
    if (answer === undefined) continue
    const [reserve0, reserve1] = decodeFunctionResult({
      abi,
      functionName: 'getReserves',
      data: answer,
    })
    // The factory sorts the two tokens by address.
    const isFirst = token.toLowerCase() < quote.toLowerCase()
    const [own, other] = isFirst ? [reserve0, reserve1] : [reserve1, reserve0]
    if (own !== 0n && other !== 0n) reserves[index] = { own, other }
  }
  return reserves
}
