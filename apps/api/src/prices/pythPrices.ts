import * as v from 'valibot'
import { askService } from '../askService.ts'
import type { Price, PricedAsset, PriceProvider } from './priceProvider.ts'

const digits = v.pipe(v.string(), v.regex(/^-?\d{1,20}$/), v.transform(Number))
const answer = v.object({
  parsed: v.array(
    v.object({
      /** 64 hex digits. */
      id: v.string(),
      price: v.object({
        price: digits,
        conf: digits,
        expo: v.pipe(v.number(), v.integer(), v.minValue(-30), v.maxValue(30)),
        publish_time: v.number(),
      }),
    }),
  ),
})

/** A price that its own publishers are less sure of is not used: 1 %. */
const largestDoubt = 0.01

/**
 * Reads prices in US dollars from a Hermes server, for the feeds that the operator named (`pyth`).
 * @param baseUrl - `https://hermes.example`, with the key in it if the provider wants one
 * @source https://docs.pyth.network/price-feeds/core/how-pyth-works/hermes
 */
export function createPythPrices({ baseUrl }: { baseUrl: string }): PriceProvider {
  return {
    name: 'pyth',
    maxAgeMs: 5 * 60_000,
    async getPrices({ assets, chain, currency }) {
      const prices = new Map<PricedAsset, Price>()
      const feeds = (chain.pyth ?? []).filter(({ token }) => assets.includes(token))
      if (currency !== 'usd' || feeds.length === 0) return prices
      const query = new URLSearchParams([
        ...feeds.map(({ id }) => ['ids[]', id] as [string, string]),
        ['parsed', 'true'],
      ])
      const { parsed } = await askService({
        ...{ name: 'Pyth', schema: answer },
        url: `${baseUrl}/v2/updates/price/latest?${query}`,
      })
      const byId = new Map(parsed.map(({ id, price }) => [bare(id), price]))
      for (const { id, token } of feeds) {
        const found = byId.get(bare(id))
        if (found === undefined || found.conf > found.price * largestDoubt) continue
        prices.set(token, {
          value: found.price * 10 ** found.expo,
          at: found.publish_time * 1000,
        })
      }
      return prices
    },
  }
}

const bare = (id: string) => id.toLowerCase().replace(/^0x/, '')
