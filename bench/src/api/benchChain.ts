import type { ChainConfig } from '@foyer/api'
import { devnetAddresses, devnetTokens } from '@foyer/devnet'

const { uniswapV2Factory: factory, uniswapV2Router: router, usdc, weth } = devnetAddresses

/** The devnet's chain as an operator configures it. */
export const benchChain = (url: string): ChainConfig => ({
  caipId: 'eip155:31337',
  name: 'Foyer Devnet',
  rpcUrls: [url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: devnetTokens.map(({ address, decimals, name, symbol }) => ({
    ...{ address, decimals, name, symbol },
  })),
  pools: { factory, wrappedNative: weth, dollars: [usdc] },
  swaps: { wrappedNative: weth, uniswapV2: { factory, router } },
  ens: {},
})
