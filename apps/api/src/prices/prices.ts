import { HttpError, type Logger } from '@foyer/server'
import { cached } from '../cached.ts'
import type { Chain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { comparePrices, type PriceOutcome, type ToldPrice } from './comparePrices.ts'
import type { PricedAsset, PriceProvider } from './priceProvider.ts'

export type Prices = {
  /**
   * Prices of the coin and the listed tokens of a chain. An asset is missing if no source knows it, or the currency.
   * @param currency - ISO 4217, lower case
   * @throws HttpError 502 `http-failed` when no source answers
   */
  get(chain: Chain, currency: string): Promise<ReadonlyMap<PricedAsset, PriceOutcome>>
}

/** @source spec 9.16 */
const ttlMs = 30_000

/** Asks all sources at once, and compares what they tell. Results are remembered for 30 s. */
export function createPrices({
  log,
  now = Date.now,
  providers,
  rpc,
}: {
  log: Logger
  /** @default Date.now */
  now?: (() => number) | undefined
  /** In the order of preference. */
  providers: readonly PriceProvider[]
  rpc: ChainRpc
}): Prices {
  const load = async (key: string): Promise<ReadonlyMap<PricedAsset, PriceOutcome>> => {
    const [caipId = '', currency = ''] = key.split(' ')
    const chain = rpc.findChain(caipId)!
    // Tokens with 0 decimals, such as votes, points and collectibles, are no money. @source spec 7.30
    const money = chain.tokens.filter(({ decimals }) => decimals > 0)
    const assets: PricedAsset[] = ['native', ...money.map(({ address }) => address)]
    const told = new Map<PricedAsset, ToldPrice[]>(assets.map((asset) => [asset, []]))
    const asked = providers.filter(knows(currency))
    const answers = await Promise.allSettled(
      asked.map((provider) => provider.getPrices({ chain, assets, currency })),
    )
    for (const [index, answer] of answers.entries()) {
      const { maxAgeMs, name } = asked[index]!
      if (answer.status === 'rejected') {
        log.warn({ error: answer.reason, provider: name, chain: caipId }, 'prices are missing')
        continue
      }
      for (const [asset, { at, value }] of answer.value) {
        if (Number.isFinite(value) && value > 0)
          told.get(asset)?.push({ ...{ value, at, maxAgeMs, source: name } })
      }
    }
    if (answers.length > 0 && answers.every(({ status }) => status === 'rejected'))
      throw new HttpError(502, 'http-failed', 'No source of prices answers right now')
    const outcomes = new Map<PricedAsset, PriceOutcome>()
    for (const [asset, prices] of told) {
      const outcome = comparePrices(prices, now())
      if (outcome?.kind === 'withheld') {
        const { prices: sources, reason } = outcome
        log.warn({ asset, chain: caipId, reason, sources }, 'a price is withheld')
      }
      if (outcome !== undefined) outcomes.set(asset, outcome)
    }
    return outcomes
  }
  const get = cached({ load, ttlMs, now })
  return {
    // A currency that no source knows is not remembered: there are 17,576, and they would push out what is.
    get: async (chain, currency) =>
      providers.some(knows(currency)) ? get(`${chain.caipId} ${currency}`) : new Map(),
  }
}

const knows =
  (currency: string) =>
  ({ currencies }: PriceProvider) =>
    currency === 'usd' || currencies?.has(currency) === true
