import { formatUnits } from '@foyer/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, fromFiat, toFiat } from './fiat.ts'
import { parseAmount } from './parseAmount.ts'

const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const decimals = fc.integer({ min: 0, max: 36 })
const prices = fc.double({ min: 1e-12, max: 1e9, noNaN: true })

test('what is shown and typed again is the same amount, to the last unit', () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      const text = formatUnits(amount, places)
      expect(parseAmount(text, places)).toEqual({ amount })
      expect(parseAmount(text.replace('.', ','), places)).toEqual({ amount })
      const arabic = text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
      expect(parseAmount(arabic.replace('.', '٫'), places)).toEqual({ amount })
    }),
  )
})

test('parses digits that no float can hold', () => {
  expect(parseAmount('123456789012345678.123456789012345678', 18)).toEqual({
    amount: 123456789012345678123456789012345678n,
  })
  expect(Number('0.1') + Number('0.2')).not.toBe(0.3)
  expect(parseAmount('0.3', 18)).toEqual({ amount: 300000000000000000n })
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['.', 'invalid'],
  ['1,000.5', 'invalid'],
  ['1.2.3', 'invalid'],
  ['-1', 'invalid'],
  ['1e3', 'invalid'],
  ['0x10', 'invalid'],
  ['1'.repeat(79), 'invalid'],
  ['0.1234567', 'too-precise'],
] as const)('an amount of %j is %s', (text, problem) => {
  expect(parseAmount(text, 6)).toEqual({ problem })
})

test('accepts a point without digits on one side, and zeros beyond the decimals', () => {
  expect(parseAmount('.5', 6)).toEqual({ amount: 500_000n })
  expect(parseAmount('5.', 6)).toEqual({ amount: 5_000_000n })
  expect(parseAmount('0.5000000000', 6)).toEqual({ amount: 500_000n })
})

test('money is computed from the exact amount, and rounded down to cents', () => {
  expect(toFiat({ amount: 10n ** 18n, decimals: 18, price: 2500.5 })).toBe(250_050n)
  expect(toFiat({ amount: 1n, decimals: 18, price: 2500.5 })).toBe(0n)
  expect(toFiat({ amount: 10n ** 30n, decimals: 18, price: 1e-7 })).toBe(10_000_000n)
  expect(toFiat({ amount: 1n, decimals: 0, price: 1.5e21 })).toBe(150_000_000_000_000_000_000_000n)
  for (const price of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(toFiat({ amount: 1n, decimals: 0, price })).toBe(undefined)
  expect(formatCents(1n)).toBe('0.01')
  expect(formatCents(12_350n)).toBe('123.50')
})

test('money that is typed never buys more than it is worth, and loses less than a cent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), prices, (cents, price) => {
      const amount = fromFiat({ cents, decimals: 18, price }) as bigint
      const again = toFiat({ amount, decimals: 18, price }) as bigint
      expect(again <= cents).toBe(true)
      // One smallest unit more is worth at least the money.
      const more = toFiat({ amount: amount + 1n, decimals: 18, price }) as bigint
      expect(more >= cents).toBe(true)
    }),
  )
})
