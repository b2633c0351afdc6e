import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparePrices, type ToldPrice } from './comparePrices.ts'

const now = 1_800_000_000_000
const told = (source: string, value: number, ageMs = 0): ToldPrice => ({
  ...{ source, value, at: now - ageMs, maxAgeMs: 60_000 },
})

test('shows the first source’s price with its source and moment when all agree', () => {
  expect(comparePrices([told('a', 100), told('b', 105)], now)).toEqual({
    kind: 'known',
    price: { value: 100, source: 'a', at: new Date(now).toISOString() },
  })
  expect(comparePrices([], now)).toBeUndefined()
})

test('withholds the price, with the reason, when two sources differ by more than 5 %', () => {
  for (const prices of [
    [told('a', 100), told('b', 105.01)],
    [told('a', 105.01), told('b', 100)],
    [told('a', 102), told('b', 100), told('c', 105.01)],
  ])
    expect(comparePrices(prices, now)).toMatchObject({
      kind: 'withheld',
      reason: 'sources-differ',
      prices: prices.map(({ source, value }) => ({ source, value })),
    })
})

test('an old price neither counts nor contradicts; when all are old, it says so', () => {
  const old = told('a', 50, 60_001)
  expect(comparePrices([old, told('b', 100, 60_000)], now)).toMatchObject({
    kind: 'known',
    price: { source: 'b', value: 100 },
  })
  expect(comparePrices([old], now)).toMatchObject({ kind: 'withheld', reason: 'too-old' })
})

test('no shown price is more than 5 % away from any other source', () => {
  const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), (values) => {
      const outcome = comparePrices(
        values.map((value, index) => told(`s${index}`, value)),
        now,
      )
      if (outcome?.kind !== 'known') return
      for (const value of values)
        expect(Math.abs(outcome.price.value - value)).toBeLessThanOrEqual(
          Math.min(outcome.price.value, value) * 0.05 * (1 + 1e-9),
        )
    }),
  )
})
