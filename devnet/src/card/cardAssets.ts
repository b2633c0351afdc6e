import { devnetChains } from '../evm/chains.ts'
import { devnetTokens } from '../evm/tokens.ts'
import { solanaDevnet } from '../solana/cluster.ts'
import { solanaTokens } from '../solana/solanaTokens.ts'

/** Something that the card page sells. */
export type CardAsset = {
  /** The ticker: `ETH`. */
  id: string
  name: string
  decimals: number
  /** CAIP-2. */
  chainId: string
  networkName: string
  /** Empty for the network's own coin. */
  contractAddress: string
}

/** The page's price list: cents for one whole coin. The seller delivers at exactly these prices. */
const centsOf: Readonly<Record<string, Readonly<Record<string, bigint>>>> = {
  USD: { ETH: 300_000n, SOL: 15_000n, USDC: 100n },
  EUR: { ETH: 277_800n, SOL: 13_900n, USDC: 93n },
}
/** Currencies that cards are charged in; all have 100 cents. */
export const cardCurrencies = Object.keys(centsOf)

const evmAssets = devnetChains.flatMap(({ caipId, name, nativeCurrency }): CardAsset[] => {
  const place = { chainId: caipId, networkName: name }
  const usdc = devnetTokens.filter(({ symbol }) => symbol === 'USDC')
  return [
    {
      ...place,
      id: nativeCurrency.symbol,
      name: nativeCurrency.name,
      decimals: nativeCurrency.decimals,
      contractAddress: '',
    },
    ...usdc.map((token) => ({
      ...place,
      id: token.symbol,
      name: token.name,
      decimals: token.decimals,
      contractAddress: token.address,
    })),
  ]
})

const solanaPlace = { chainId: solanaDevnet.caipId, networkName: solanaDevnet.name }
const { nativeCurrency } = solanaDevnet

/** Everything on sale. */
export const cardAssets: readonly CardAsset[] = [
  ...evmAssets,
  {
    ...solanaPlace,
    id: nativeCurrency.symbol,
    name: nativeCurrency.name,
    decimals: nativeCurrency.decimals,
    contractAddress: '',
  },
  ...solanaTokens
    .filter(({ symbol }) => symbol === 'USDC')
    .map((token) => ({
      ...solanaPlace,
      id: token.symbol,
      name: token.name,
      decimals: token.decimals,
      contractAddress: token.address as string,
    })),
]

/** The price of one whole coin in cents; undefined for one that is not sold for this currency. */
export const readPrice = (currency: string, id: string): bigint | undefined =>
  Object.hasOwn(centsOf, currency) ? centsOf[currency]?.[id] : undefined
