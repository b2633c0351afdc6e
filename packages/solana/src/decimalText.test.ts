import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText } from './decimalText.ts'

test.each([
  [0n, 9, '0'],
  [1n, 9, '0.000000001'],
  [1_000_000_000n, 9, '1'],
  [1_500_000n, 6, '1.5'],
  [7n, 0, '7'],
  [2n ** 64n - 1n, 9, '18446744073.709551615'],
])('gives %s with %s decimals as %s', (amount, decimals, text) => {
  expect(decimalText(amount, decimals)).toBe(text)
})

test('gives exactly the amount, with no zero too many', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
      const text = decimalText(amount, decimals)
      expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      const [whole = '', fraction = ''] = text.split('.')
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
    }),
  )
})
