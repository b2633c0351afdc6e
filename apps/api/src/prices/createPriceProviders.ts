import type { ChainRpc } from '../rpc/chainRpc.ts'
import { createChainlinkPrices } from './chainlinkPrices.ts'
import { createCoinGeckoPrices } from './coinGeckoPrices.ts'
import { createDefiLlamaPrices } from './defiLlamaPrices.ts'
import { createPoolPrices } from './poolPrices.ts'
import type { PriceProvider } from './priceProvider.ts'
import { createPythPrices } from './pythPrices.ts'

/** The sources that an operator can choose. */
export const priceSources = ['pools', 'chainlink', 'pyth', 'defillama', 'coingecko'] as const
export type PriceSource = (typeof priceSources)[number]

/** Addresses and keys of the sources. */
export type PriceSettings = {
  readonly coinGecko?: { apiKey?: string | undefined; baseUrl?: string | undefined } | undefined
  readonly defiLlamaUrl?: string | undefined
  /** Required for `pyth`. */
  readonly pythUrl?: string | undefined
}

/** Creates the chosen sources, in the operator's order. @throws Error when `pyth` has no address */
export function createPriceProviders(
  rpc: ChainRpc,
  names: readonly PriceSource[],
  { coinGecko, defiLlamaUrl, pythUrl }: PriceSettings = {},
): PriceProvider[] {
  return names.map((name) => {
    if (name === 'pools') return createPoolPrices(rpc)
    if (name === 'chainlink') return createChainlinkPrices(rpc)
    if (name === 'defillama') return createDefiLlamaPrices({ baseUrl: defiLlamaUrl })
    if (name === 'coingecko') return createCoinGeckoPrices(coinGecko)
    if (pythUrl === undefined) throw new Error('PRICES names pyth: set PYTH_URL.')
    return createPythPrices({ baseUrl: pythUrl })
  })
}
