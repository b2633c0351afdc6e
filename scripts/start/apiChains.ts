import type { start } from '@foyer/api'
import { devnetAddresses, devnetChains, devnetTokens } from '@foyer/devnet'

/** What the api must know of the local chains. */
export function apiChains(
  chains: readonly { readonly chainId: number; readonly url: string }[],
): NonNullable<start.Options['chains']> {
  return chains.map(({ chainId, url }) => {
    const { caipId, name, nativeCurrency } = devnetChains.find(({ id }) => id === chainId)!
    return {
      caipId,
      name,
      icon: 'ethereum',
      rpcUrls: [url],
      nativeCurrency,
      multicall3: devnetAddresses.multicall3,
      tokens: devnetTokens.map(({ address, decimals, name, symbol }) => ({
        address,
        decimals,
        name,
        symbol,
      })),
      pools: {
        factory: devnetAddresses.uniswapV2Factory,
        wrappedNative: devnetAddresses.weth,
        dollars: [devnetAddresses.usdc, devnetAddresses.dai],
      },
      ens: { registry: devnetAddresses.ensRegistry },
    }
  })
}
