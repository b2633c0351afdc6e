import type { start } from '@foyer/api'
import {
  devnetAddresses,
  devnetChains,
  devnetTokens,
  poolProgramAddress,
  solanaDevnet,
  solanaPools,
  solanaTokens,
} from '@foyer/devnet'
import type { LocalChains } from './addresses.ts'

const webSocketOf = (url: string) => url.replace(/^http/, 'ws')

/** The local chains in the api's configuration. */
export function apiChains({ chains, solana }: LocalChains): NonNullable<start.Options['chains']> {
  return [
    ...chains.map(({ chainId, url }) => {
      const { caipId, name, nativeCurrency } = devnetChains.find(({ id }) => id === chainId)!
      return {
        caipId,
        name,
        icon: 'ethereum',
        rpcUrls: [url],
        wsUrls: [webSocketOf(url)],
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
        swaps: {
          wrappedNative: devnetAddresses.weth,
          hops: [devnetAddresses.weth, devnetAddresses.usdc, devnetAddresses.dai],
          uniswapV2: {
            factory: devnetAddresses.uniswapV2Factory,
            router: devnetAddresses.uniswapV2Router,
          },
          uniswapV3: {
            factory: devnetAddresses.uniswapV3Factory,
            quoter: devnetAddresses.uniswapV3Quoter,
            router: devnetAddresses.uniswapV3Router,
          },
          uniswapV4: {
            quoter: devnetAddresses.uniswapV4Quoter,
            stateView: devnetAddresses.uniswapV4StateView,
            router: devnetAddresses.universalRouter,
          },
          suggested: [devnetAddresses.usdc, devnetAddresses.dai],
        },
        ens: { registry: devnetAddresses.ensRegistry },
      }
    }),
    {
      caipId: solanaDevnet.caipId,
      name: solanaDevnet.name,
      icon: 'solana',
      rpcUrls: [solana.url],
      wsUrls: [webSocketOf(solana.url)],
      nativeCurrency: solanaDevnet.nativeCurrency,
      // The other tokens have their names in their mints.
      tokens: solanaTokens
        .filter(({ metadataUri }) => metadataUri === undefined)
        .map(({ address, decimals, name, symbol }) => ({ address, decimals, name, symbol })),
      swaps: { program: poolProgramAddress, pools: solanaPools.map(({ address }) => address) },
      dollars: solanaTokens.filter(({ symbol }) => symbol === 'USDC').map(({ address }) => address),
    },
  ]
}

/** The devnet's bridge in the api's configuration: it answers as LI.FI does. */
export const bridgeOf = (
  url: string,
): NonNullable<NonNullable<start.Options['aggregators']>[number]> => {
  const own = { targets: [devnetAddresses.bridge], spenders: [devnetAddresses.bridge] }
  return {
    ...{ id: 'lifi', url },
    contracts: Object.fromEntries(devnetChains.map(({ caipId }) => [caipId, own])),
  }
}
