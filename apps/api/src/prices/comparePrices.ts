import type { SourcedPrice } from '@foyer/protocol/api'
import type { Price } from './priceProvider.ts'

/** A price that one source told. */
export type ToldPrice = Price & { readonly source: string; readonly maxAgeMs: number }

/** The price of an asset, or why none is shown. */
export type PriceOutcome =
  | { readonly kind: 'known'; readonly price: SourcedPrice }
  | {
      readonly kind: 'withheld'
      readonly reason: 'sources-differ' | 'too-old'
      readonly prices: readonly SourcedPrice[]
    }

/** Largest difference between two sources: 5 %. */
const tolerance = 0.05

/**
 * Chooses a price among those that the sources told, in the order of preference.
 * @returns undefined if no source told one
 */
export function comparePrices(told: readonly ToldPrice[], now: number): PriceOutcome | undefined {
  if (told.length === 0) return undefined
  const fresh = told.filter(({ at, maxAgeMs }) => now - at <= maxAgeMs)
  const [first] = fresh
  if (first === undefined)
    return { kind: 'withheld', reason: 'too-old', prices: told.map(toSourced) }
  const values = fresh.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (most - least > least * tolerance)
    return { kind: 'withheld', reason: 'sources-differ', prices: fresh.map(toSourced) }
  return { kind: 'known', price: toSourced(first) }
}

const toSourced = ({ at, source, value }: ToldPrice): SourcedPrice => ({
  ...{ value, source, at: new Date(at).toISOString() },
})
