import { readOwn } from '@foyer/protocol'
import * as v from 'valibot'
import { askService } from '../askService.ts'
import type { Price, PricedAsset, PriceProvider } from './priceProvider.ts'

/**
 * CoinGecko's ids of a chain and of its native coin.
 * @source https://docs.coingecko.com/reference/asset-platforms-list
 */
const platforms: Readonly<Record<string, readonly [platform: string, coin: string]>> = {
  'eip155:1': ['ethereum', 'ethereum'],
  'eip155:10': ['optimistic-ethereum', 'ethereum'],
  'eip155:56': ['binance-smart-chain', 'binancecoin'],
  'eip155:100': ['xdai', 'xdai'],
  'eip155:137': ['polygon-pos', 'polygon-ecosystem-token'],
  'eip155:324': ['zksync', 'ethereum'],
  'eip155:8453': ['base', 'ethereum'],
  'eip155:42161': ['arbitrum-one', 'ethereum'],
  'eip155:42220': ['celo', 'celo'],
  'eip155:43114': ['avalanche', 'avalanche-2'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['solana', 'solana'],
}

/**
 * The currencies that CoinGecko prices in: each other word would cost one call of the operator's key.
 * @source https://docs.coingecko.com/docs/fiat-currencies-support
 */
const currencies = new Set(
  (
    'usd aed ars aud bdt bhd bmd brl cad chf clp cny czk dkk eur gbp gel hkd huf idr ils inr jpy krw kwd lkr mmk mxn ' +
    'myr ngn nok nzd php pkr pln rub sar sek sgd thb try twd uah vef vnd zar xdr xag xau ' +
    'btc eth ltc bch bnb eos xrp xlm dot yfi sol'
  ).split(' '),
)

const answer = v.record(v.string(), v.record(v.string(), v.union([v.number(), v.null()])))

/** Maximum of tokens in one request. */
const maxTokens = 100

/**
 * Reads prices from CoinGecko's simple price calls, in the currencies it knows.
 * @param apiKey - key of the demo plan; of a paid plan with its own `baseUrl`
 * @param baseUrl - @default 'https://api.coingecko.com/api/v3'
 * @source https://docs.coingecko.com/reference/simple-token-price
 */
export function createCoinGeckoPrices({
  apiKey,
  baseUrl = 'https://api.coingecko.com/api/v3',
}: {
  apiKey?: string | undefined
  baseUrl?: string | undefined
} = {}): PriceProvider {
  const keyHeader = new URL(baseUrl).host.startsWith('pro-')
    ? 'x-cg-pro-api-key'
    : 'x-cg-demo-api-key'
  const ask = (path: string, parameters: Record<string, string>) =>
    askService({
      ...{ name: 'CoinGecko', schema: answer },
      url: `${baseUrl}${path}?${new URLSearchParams({ ...parameters, include_last_updated_at: 'true' })}`,
      headers: apiKey === undefined ? {} : { [keyHeader]: apiKey },
    })
  return {
    name: 'coingecko',
    currencies,
    maxAgeMs: 3_600_000,
    async getPrices({ assets, chain, currency }) {
      const prices = new Map<PricedAsset, Price>()
      const [platform, coin] = readOwn(platforms, chain.caipId) ?? []
      if (platform === undefined || coin === undefined) return prices
      const keep = (
        asset: PricedAsset,
        found: Readonly<Record<string, number | null>> | undefined,
      ) => {
        const [value, at] = [found?.[currency], found?.last_updated_at]
        // Without a moment of its own, the price counts as told now.
        if (typeof value === 'number' && value > 0)
          prices.set(asset, { value, at: typeof at === 'number' ? at * 1000 : Date.now() })
      }
      const tokens = assets.filter((asset) => asset !== 'native')
      const requests: Promise<void>[] = []
      if (assets.includes('native')) {
        requests.push(
          ask('/simple/price', { ids: coin, vs_currencies: currency }).then((found) =>
            keep('native', found[coin]),
          ),
        )
      }
      for (let at = 0; at < tokens.length; at += maxTokens) {
        const some = tokens.slice(at, at + maxTokens)
        requests.push(
          ask(`/simple/token_price/${platform}`, {
            contract_addresses: some.join(','),
            vs_currencies: currency,
          }).then((found) => {
            for (const token of some) keep(token, found[token] ?? found[token.toLowerCase()])
          }),
        )
      }
      await Promise.all(requests)
      return prices
    },
  }
}
