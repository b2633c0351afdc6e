import { type Address, maxUint256 } from 'viem'
import { devTokenAbi, uniswapV3FactoryAbi, uniswapV3PositionsAbi, wethAbi } from '../abis.ts'
import { devnetAddresses } from '../addresses.ts'
import { etherPrices } from './fillPools.ts'
import type { Sender } from './sender.ts'
import { squareRoot } from './squareRoot.ts'

const { dai, deployer, uniswapV3Factory, uniswapV3Positions, usdc, wbtc, weth } = devnetAddresses

type Side = { readonly token: Address; readonly amount: bigint }
type Pool = {
  /** In millionths. */
  readonly fee: number
  readonly tickSpacing: number
  /** Two amounts of the same value, in each position. */
  readonly sides: readonly [Side, Side]
  /** Half the width of each position in ticks: 100 ticks are about 1 % of the price. */
  readonly widths: readonly number[]
}

const ether = 10n ** 18n

/** Pools that pay more than Uniswap V2 for WETH/USDC, WETH/WBTC and USDC/DAI; WETH/DAI is left to V2. */
function poolsOf(chainId: number): readonly Pool[] {
  const worth = (token: Address, amount: bigint): Side => ({
    token,
    amount: amount * (etherPrices[chainId]?.find((one) => one.token === token)?.perEther ?? 0n),
  })
  const coins = (amount: bigint): Side => ({ token: weth, amount: amount * ether })
  return [
    { fee: 500, tickSpacing: 10, widths: [600, 6000], sides: [coins(100n), worth(usdc, 100n)] },
    { fee: 3000, tickSpacing: 60, widths: [12_000], sides: [coins(50n), worth(usdc, 50n)] },
    { fee: 3000, tickSpacing: 60, widths: [6000], sides: [coins(200n), worth(wbtc, 200n)] },
    {
      ...{ fee: 100, tickSpacing: 1, widths: [100] },
      sides: [
        { token: usdc, amount: 10n ** 12n },
        { token: dai, amount: 10n ** 24n },
      ],
    },
  ]
}

/** Creates the pools of Uniswap V3 and gives them liquidity around the price of the V2 pools. */
export async function fillUniswapV3({ sender, chainId }: { sender: Sender; chainId: number }) {
  const positions = (functionName: string, args: readonly unknown[]) =>
    sender.call({ to: uniswapV3Positions, abi: uniswapV3PositionsAbi, functionName, args })
  const pay = async ({ token, amount }: Side) => {
    const args = [uniswapV3Positions, amount]
    await (token === weth
      ? sender.call({
          ...{ to: weth, abi: wethAbi, functionName: 'deposit', args: [], value: amount },
        })
      : sender.call({
          ...{ to: token, abi: devTokenAbi, functionName: 'mint', args: [deployer, amount] },
        }))
    await sender.call({ to: token, abi: devTokenAbi, functionName: 'approve', args })
  }
  // The fee for tokens of the same value, as on public chains.
  await sender.call({
    ...{ to: uniswapV3Factory, abi: uniswapV3FactoryAbi },
    ...{ functionName: 'enableFeeAmount', args: [100, 1] },
  })
  for (const { fee, sides, tickSpacing, widths } of poolsOf(chainId)) {
    // Pools sort their tokens by address.
    const [first, second] = sides.toSorted((a, b) =>
      a.token.toLowerCase() < b.token.toLowerCase() ? -1 : 1,
    ) as [Side, Side]
    const tokens = [first.token, second.token, fee] as const
    const price = squareRoot((second.amount << 192n) / first.amount)
    await positions('createAndInitializePoolIfNecessary', [...tokens, price])
    // A tick is a number of steps of 0.01 %, no amount.
    const tick = Math.log(Number(second.amount) / Number(first.amount)) / Math.log(1.0001)
    const toTick = (exact: number) => Math.round(exact / tickSpacing) * tickSpacing
    for (const width of widths) {
      await pay(first)
      await pay(second)
      const [token0, token1] = [first.token, second.token]
      await positions('mint', [
        {
          ...{ token0, token1, fee },
          ...{ tickLower: toTick(tick - width), tickUpper: toTick(tick + width) },
          ...{ amount0Desired: first.amount, amount1Desired: second.amount },
          ...{ amount0Min: 0n, amount1Min: 0n, recipient: deployer, deadline: maxUint256 },
        },
      ])
    }
  }
}
