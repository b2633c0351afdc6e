import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { readReserves } from '../swap/uniswapV2/readReserves.ts'
import type { Price, PricedAsset, PriceProvider } from './priceProvider.ts'

/** Minimum depth of a pool, in dollars: the price of a smaller one is easily manipulated. */
const minDollars = 1000

/** Reserves of a pool, in whole tokens. */
type Reserves = { readonly token: number; readonly quote: number }

/**
 * Computes prices in US dollars from the reserves of an EVM chain's Uniswap V2 pools: of a token against a dollar
 * token, or against the native coin and that against a dollar token; the deepest pool counts. On Solana only tokens
 * that the operator lists as dollars have a price.
 * @source https://docs.uniswap.org/contracts/v2/concepts/core-concepts/pools
 */
export function createPoolPrices(rpc: ChainRpc, now: () => number = Date.now): PriceProvider {
  return {
    name: 'pools',
    maxAgeMs: 60_000,
    async getPrices({ assets, chain, currency }) {
      const prices = new Map<PricedAsset, Price>()
      const at = now()
      if (currency !== 'usd') return prices
      if (chain.namespace === 'solana') {
        for (const dollar of chain.dollars ?? []) prices.set(dollar, { value: 1, at })
        return prices
      }
      const { pools } = chain
      if (pools === undefined) return prices
      const decimals = decimalsOf(chain, pools.wrappedNative)
      const wanted = assets.map((asset) =>
        asset === 'native' ? pools.wrappedNative : (asset as Address),
      )
      const tokens = [...new Set([pools.wrappedNative, ...wanted])]
      const quotes = [...pools.dollars, pools.wrappedNative]
      const pairs = tokens.flatMap((token) =>
        quotes.filter((quote) => !isAddressEqual(quote, token)).map((quote) => ({ token, quote })),
      )
      const found = await readReserves(rpc, chain, { factory: pools.factory, pairs })
      const reserves = found.map((entry, index): Reserves | undefined => {
        const [token, quote] = [decimals(pairs[index]!.token), decimals(pairs[index]!.quote)]
        if (entry === undefined || token === undefined || quote === undefined) return undefined
        return { token: Number(entry.own) / 10 ** token, quote: Number(entry.other) / 10 ** quote }
      })
      const priceIn = (token: Address, accepted: readonly Address[], quotePrice: number) => {
        let best: { price: number; depth: number } | undefined
        for (const [index, pair] of pairs.entries()) {
          const found = reserves[index]
          if (found === undefined || !isAddressEqual(pair.token, token)) continue
          if (!accepted.some((quote) => isAddressEqual(quote, pair.quote))) continue
          const depth = found.quote * quotePrice
          if (depth < minDollars || depth <= (best?.depth ?? 0)) continue
          best = { depth, price: (found.quote / found.token) * quotePrice }
        }
        return best
      }
      const native = priceIn(pools.wrappedNative, pools.dollars, 1)?.price
      for (const [index, asset] of assets.entries()) {
        const token = wanted[index]!
        const price = pools.dollars.some((dollar) => isAddressEqual(dollar, token))
          ? 1
          : isAddressEqual(token, pools.wrappedNative)
            ? native
            : deeper(
                priceIn(token, pools.dollars, 1),
                native === undefined ? undefined : priceIn(token, [pools.wrappedNative], native),
              )
        if (price !== undefined) prices.set(asset, { value: price, at })
      }
      return prices
    },
  }
}

function deeper(...found: ({ price: number; depth: number } | undefined)[]): number | undefined {
  return found.filter((entry) => entry !== undefined).sort((a, b) => b.depth - a.depth)[0]?.price
}

function decimalsOf(chain: EvmChain, wrappedNative: Address) {
  const known = new Map<string, number>([
    [wrappedNative.toLowerCase(), chain.nativeCurrency.decimals],
  ])
  for (const token of chain.tokens) known.set(token.address.toLowerCase(), token.decimals)
  return (token: Address) => known.get(token.toLowerCase())
}
