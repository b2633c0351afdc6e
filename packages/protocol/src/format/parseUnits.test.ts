import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from './formatUnits.ts'
import { parseUnits } from './parseUnits.ts'

test('parses a plain decimal without rounding', () => {
  expect(parseUnits('1.5', 6)).toBe(1_500_000n)
  expect(parseUnits('.5', 18)).toBe(5n * 10n ** 17n)
  expect(parseUnits('12.', 0)).toBe(12n)
  expect(parseUnits(' 007.50 ', 2)).toBe(750n)
  expect(parseUnits('9007199254740993.000000000000000001', 18)).toBe(
    9_007_199_254_740_993_000_000_000_000_000_001n,
  )
})

test('returns undefined for anything else, and for more decimal places than there are', () => {
  for (const text of ['', '.', '-1', '1e3', '1,5', '0x1', '1.2.3', 'abc', '1.0000001'])
    expect(parseUnits(text, 6), text).toBe(undefined)
  expect(parseUnits('1.0000000', 6)).toBe(1_000_000n)
})

test('reads back what formatUnits writes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat(40), (amount, decimals) => {
      expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount)
    }),
  )
})
