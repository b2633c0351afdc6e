import type { Chain } from '../chains/chainConfig.ts'

/** A token of a chain by its address, or the native coin. */
export type PricedAsset = 'native' | (string & {})

/** The price of one whole token. */
export type Price = {
  readonly value: number
  /** The moment that it is from, in ms since 1970. */
  readonly at: number
}

/** A source of prices. An asset missing from the answer has no known price. */
export type PriceProvider = {
  readonly name: string
  /** Age from which a price of this source counts no more, in ms. */
  readonly maxAgeMs: number
  /** The currencies that it knows besides the dollar; it is not asked for others. ISO 4217, lower case. @default none */
  readonly currencies?: ReadonlySet<string> | undefined
  /**
   * Reads prices.
   * @param currency - ISO 4217, lower case
   * @returns The price of one whole token, by asset.
   * @throws when the source does not answer
   */
  getPrices(input: {
    readonly chain: Chain
    readonly assets: readonly PricedAsset[]
    readonly currency: string
  }): Promise<ReadonlyMap<PricedAsset, Price>>
}
