import { readOwn } from '@foyer/protocol'
import * as v from 'valibot'
import { askService } from '../askService.ts'
import type { Price, PricedAsset, PriceProvider } from './priceProvider.ts'

/** DefiLlama's names of a chain and of its native coin. @source https://api-docs.defillama.com */
const names: Readonly<Record<string, readonly [chain: string, coin: string]>> = {
  'eip155:1': ['ethereum', 'coingecko:ethereum'],
  'eip155:10': ['optimism', 'coingecko:ethereum'],
  'eip155:56': ['bsc', 'coingecko:binancecoin'],
  'eip155:100': ['xdai', 'coingecko:xdai'],
  'eip155:137': ['polygon', 'coingecko:polygon-ecosystem-token'],
  'eip155:324': ['era', 'coingecko:ethereum'],
  'eip155:8453': ['base', 'coingecko:ethereum'],
  'eip155:42161': ['arbitrum', 'coingecko:ethereum'],
  'eip155:43114': ['avax', 'coingecko:avalanche-2'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['solana', 'coingecko:solana'],
}

const answer = v.object({
  coins: v.record(
    v.string(),
    v.object({
      price: v.number(),
      /** Seconds since 1970. */
      timestamp: v.number(),
      confidence: v.optional(v.number(), 1),
    }),
  ),
})

/** DefiLlama's own measure, 0 to 1, below which a price is not used. */
const leastConfidence = 0.9
/** Maximum of tokens in one request, so that its URL stays short. */
const maxTokens = 50

/**
 * Reads prices in US dollars from DefiLlama, without a key.
 * @param baseUrl - @default 'https://coins.llama.fi'
 */
export function createDefiLlamaPrices({
  baseUrl = 'https://coins.llama.fi',
}: {
  baseUrl?: string | undefined
} = {}): PriceProvider {
  return {
    name: 'defillama',
    maxAgeMs: 3_600_000,
    async getPrices({ assets, chain, currency }) {
      const prices = new Map<PricedAsset, Price>()
      const [platform, coin] = readOwn(names, chain.caipId) ?? []
      if (currency !== 'usd' || platform === undefined || coin === undefined) return prices
      const idOf = (asset: PricedAsset) => (asset === 'native' ? coin : `${platform}:${asset}`)
      const parts: PricedAsset[][] = []
      for (let at = 0; at < assets.length; at += maxTokens)
        parts.push(assets.slice(at, at + maxTokens))
      const answers = await Promise.all(
        parts.map((part) =>
          askService({
            ...{ name: 'DefiLlama', schema: answer },
            url: `${baseUrl}/prices/current/${part.map((asset) => encodeURIComponent(idOf(asset))).join(',')}`,
          }),
        ),
      )
      for (const [index, { coins }] of answers.entries()) {
        const found = new Map(Object.entries(coins).map(([id, one]) => [id.toLowerCase(), one]))
        for (const asset of parts[index]!) {
          const one = found.get(idOf(asset).toLowerCase())
          if (one === undefined || one.confidence < leastConfidence) continue
          prices.set(asset, { value: one.price, at: one.timestamp * 1000 })
        }
      }
      return prices
    },
  }
}
