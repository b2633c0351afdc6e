import { devnetChains, devnetTokens } from '@foyer/devnet'
import type { SiteConfig } from '@foyer/site'

/** What the demo site must know of the local chains. */
export function siteNetworks(
  chains: readonly { readonly chainId: number; readonly url: string }[],
): SiteConfig['networks'] {
  return chains.map(({ chainId, url }) => {
    const { id, name, nativeCurrency } = devnetChains.find((chain) => chain.id === chainId)!
    return {
      id,
      name,
      nativeCurrency,
      rpcUrls: { default: { http: [url] } },
      testnet: true,
      assets: { imageId: 'ethereum' },
      tokens: devnetTokens.map(({ address, decimals, symbol }) => ({ address, decimals, symbol })),
    }
  })
}
