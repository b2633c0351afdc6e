import {
  type Address,
  encodeAbiParameters,
  maxUint48,
  maxUint256,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { devTokenAbi, permit2Abi, uniswapV4PositionsAbi } from '../abis.ts'
import { devnetAddresses } from '../addresses.ts'
import { etherPrices } from './fillPools.ts'
import type { Sender } from './sender.ts'
import { squareRoot } from './squareRoot.ts'

const { deployer, permit2, uniswapV4Positions, usdc, wbtc } = devnetAddresses

/** Coins in each pool. */
const coins = 2_000n * 10n ** 18n

/**
 * Pools of the coin itself: WBTC at the lowest fee, which pays more than Uniswap V2 and V3, and USDC at a usual one, for
 * which V3 pays more, but not for WBTC by way of the coin.
 */
const pools = [
  { token: wbtc, fee: 100, tickSpacing: 1 },
  { token: usdc, fee: 3000, tickSpacing: 60 },
] as const

/** The last tick that a pool can have. @source https://github.com/Uniswap/v4-core TickMath.sol */
const lastTick = 887_272

/** Actions of the positions' contract. @source https://github.com/Uniswap/v4-periphery Actions.sol */
const actions = '0x020d14' // MINT_POSITION, SETTLE_PAIR, SWEEP

const key = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'

/** Creates the pools of Uniswap V4 at the price of the V2 pools, and gives them liquidity at every price. */
export async function fillUniswapV4({ sender, chainId }: { sender: Sender; chainId: number }) {
  const positions = (functionName: string, args: readonly unknown[], value = 0n) =>
    sender.call({
      ...{ to: uniswapV4Positions, abi: uniswapV4PositionsAbi },
      ...{ functionName, args, value },
    })
  for (const { fee, tickSpacing, token } of pools) {
    const perEther = etherPrices[chainId]?.find((one) => one.token === token)?.perEther ?? 0n
    const amount = (perEther * coins) / 10n ** 18n
    const tokens = (functionName: string, args: readonly unknown[]) =>
      sender.call({ to: token, abi: devTokenAbi, functionName, args })
    await tokens('mint', [deployer, amount])
    await tokens('approve', [permit2, amount])
    await sender.call({
      ...{ to: permit2, abi: permit2Abi, functionName: 'approve' },
      args: [token, uniswapV4Positions, amount, maxUint48],
    })
    const pool = {
      ...{ currency0: zeroAddress, currency1: token as Address, fee, tickSpacing },
      hooks: zeroAddress,
    }
    await positions('initializePool', [pool, squareRoot((amount << 192n) / coins)])
    const tick = Math.floor(lastTick / tickSpacing) * tickSpacing
    const steps = [
      encodeAbiParameters(
        parseAbiParameters(
          `${key} pool, int24 lower, int24 upper, uint256 liquidity, uint128 most0, uint128 most1, address owner, bytes hookData`,
        ),
        [pool, -tick, tick, squareRoot(coins * amount), coins, amount, deployer, '0x'],
      ),
      encodeAbiParameters(parseAbiParameters('address, address'), [zeroAddress, token]),
      // Coins that the pool did not take come back.
      encodeAbiParameters(parseAbiParameters('address, address'), [zeroAddress, deployer]),
    ]
    const plan = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [actions, steps])
    await positions('modifyLiquidities', [plan, maxUint256], coins)
  }
}
