import { type Address, zeroAddress } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { Chain } from '../chains/chainConfig.ts'
import { isOnOneEvmChain, tokenOf } from './evmAsset.ts'
import type { PoolPath } from './findPath.ts'
import { priceImpact } from './priceImpact.ts'
import type { SwapSettings } from './publicSwaps.ts'
import {
  nativeAddress,
  type Offer,
  type SwapRequest,
  type SwapSource,
  withSlippage,
} from './swapSource.ts'

type Version = 'uniswapV2' | 'uniswapV3' | 'uniswapV4'

/** Returns the contracts of a version on a chain; undefined where the operator has none. */
export const readUniswap = <version extends Version>(
  chain: Chain,
  version: version,
): SwapSettings[version] =>
  chain.namespace === 'eip155' && chain.swaps ? chain.swaps[version] : undefined

/**
 * Returns the parts of a source that all versions have: its chains, its pairs and its contracts.
 *
 * @param spender - Contract that needs the allowance. @default the router
 */
export function uniswapMarket(
  version: Version,
  spender?: Address,
): Pick<SwapSource, 'kind' | 'isOn' | 'supports' | 'contractsOf'> {
  const isOn = (chain: Chain) => readUniswap(chain, version) !== undefined
  return {
    kind: 'call',
    isOn,
    supports: ({ from, to }) =>
      isOnOneEvmChain(from, to) &&
      isOn(from.chain) &&
      // The coin and its own token are exchanged without a market.
      !isAddressEqual(tokenOf(from), tokenOf(to)),
    contractsOf(chain) {
      const router = readUniswap(chain, version)?.router
      return router && { targets: [router], spenders: [spender ?? router] }
    },
  }
}

/**
 * Writes a path as an offer.
 *
 * @param parameters.baseGas - Gas of a swap besides that of its pools.
 * @param parameters.name - Of the market; each step also names its pool's fee.
 */
export function pathOffer(
  { amount, from, slippageBps }: SwapRequest,
  { baseGas, name, path }: { baseGas: bigint; name: string; path: PoolPath },
): Offer {
  const { pools, toAmount, tokens } = path
  const prices = pools.map(({ price }) => price)
  return {
    toAmount,
    minToAmount: withSlippage(toAmount, slippageBps),
    priceImpact: priceImpact({ amountIn: amount, received: toAmount }, prices),
    route: pools.map(({ fee }, index) => ({
      name: `${name} ${fee / 10_000} %`,
      chain: from.chain,
      tokens: tokens
        .slice(index, index + 2)
        // The coin's address in pools that hold the coin itself.
        .map((token) => (token === zeroAddress ? nativeAddress : token)),
    })),
    gas: pools.reduce((sum, { gas }) => sum + gas, baseGas),
  }
}
