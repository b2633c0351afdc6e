import { maxUint256, parseEther } from 'viem'
import { devTokenAbi, uniswapV2RouterAbi } from '../abis.ts'
import { devnetAddresses } from '../addresses.ts'
import type { Sender } from './sender.ts'

const { usdc, wbtc, dai, deployer, uniswapV2Router } = devnetAddresses

/** ETH in each WETH pool: deep enough that a swap of 1 ETH moves the price by only 0.2 %. */
const poolEther = 1_000n

/** The value of one ETH on each chain, in the token's smallest unit. */
export const etherPrices: Record<number, readonly { token: `0x${string}`; perEther: bigint }[]> = {
  31337: [
    { token: usdc, perEther: 3_000_000_000n },
    { token: wbtc, perEther: 5_000_000n },
    { token: dai, perEther: parseEther('3001') },
  ],
  31338: [
    { token: usdc, perEther: 2_900_000_000n },
    { token: wbtc, perEther: 4_800_000n },
    { token: dai, perEther: parseEther('2905') },
  ],
}

/** Creates and funds the Uniswap V2 pools WETH/USDC, WETH/WBTC and WETH/DAI. */
export async function fillPools({ sender, chainId }: { sender: Sender; chainId: number }) {
  for (const { token, perEther } of etherPrices[chainId] ?? []) {
    const amount = perEther * poolEther
    await sender.call({
      to: token,
      abi: devTokenAbi,
      functionName: 'mint',
      args: [deployer, amount],
    })
    await sender.call({
      to: token,
      abi: devTokenAbi,
      functionName: 'approve',
      args: [uniswapV2Router, amount],
    })
    await sender.call({
      to: uniswapV2Router,
      abi: uniswapV2RouterAbi,
      functionName: 'addLiquidityETH',
      args: [token, amount, 0n, 0n, deployer, maxUint256],
      value: poolEther * 10n ** 18n,
    })
  }
}
