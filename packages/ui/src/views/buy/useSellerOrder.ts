import { parseUnits } from '@foyer/protocol'
import type { OnrampOffer } from '@foyer/protocol/api'
import { useState } from 'react'
import type { Price } from './useQuotes.ts'

/** Longest fraction of an amount that is compared, in digits. */
const decimals = 36

/**
 * Sorts sellers by what the user receives, the most first. Sorts when all have answered: until then the order of before
 * stays, so that no row moves with each answer.
 */
export function useSellerOrder(
  sellers: readonly OnrampOffer[],
  prices: Readonly<Record<string, Price>>,
): readonly OnrampOffer[] {
  const [order, setOrder] = useState('')
  const received = ({ name }: OnrampOffer) => {
    const price = prices[name]
    if (!price || price === 'failed') return -1n
    return parseUnits(price.purchaseAmount.amount, decimals) ?? -1n
  }
  const isComplete = sellers.every(({ name }) => prices[name])
  const next = isComplete
    ? [...sellers]
        .sort((one, other) => (received(one) < received(other) ? 1 : -1))
        .map(({ name }) => name)
        .join()
    : order
  if (next !== order) setOrder(next)
  const places = next.split(',')
  const placeOf = ({ name }: OnrampOffer) =>
    places.includes(name) ? places.indexOf(name) : sellers.length
  return [...sellers].sort((one, other) => placeOf(one) - placeOf(other))
}
