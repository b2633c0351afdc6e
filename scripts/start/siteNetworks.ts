import {
  devnetAccounts,
  devnetChains,
  devnetTokens,
  solanaAccounts,
  solanaDevnet,
  solanaTokens,
} from '@foyer/devnet'
import type { SiteConfig } from '@foyer/site'
import type { LocalChains } from './addresses.ts'

/** The accounts of the demo shop: no other part uses them. */
export const shopAccounts = {
  eip155: devnetAccounts.at(-1)!.address,
  solana: solanaAccounts.at(-1)!.address,
}

/** The local chains in the demo site's configuration. */
export function siteNetworks({ chains, solana }: LocalChains): SiteConfig['networks'] {
  return [
    ...chains.map(({ chainId, url }) => {
      const { id, name, nativeCurrency } = devnetChains.find((chain) => chain.id === chainId)!
      return {
        id,
        name,
        nativeCurrency,
        rpcUrls: { default: { http: [url] } },
        testnet: true,
        assets: { imageId: 'ethereum' },
        tokens: devnetTokens.map(({ address, decimals, symbol }) => ({
          address,
          decimals,
          symbol,
        })),
      }
    }),
    {
      id: solanaDevnet.caipId.slice('solana:'.length),
      name: solanaDevnet.name,
      nativeCurrency: solanaDevnet.nativeCurrency,
      rpcUrls: { default: { http: [solana.url] } },
      testnet: true,
      assets: { imageId: 'solana' },
      tokens: solanaTokens.map(({ address, decimals, symbol }) => ({ address, decimals, symbol })),
    },
  ]
}
