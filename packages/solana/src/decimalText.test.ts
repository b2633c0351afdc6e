import fc from 'fast-check'
import { formatUnits, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { decimalText } from './decimalText.ts'

test.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1_500_000n, 6, '1.5'],
  [10n ** 18n, 18, '1'],
  [420n, 0, '420'],
])('gives %s with %s decimals as %s', (amount, decimals, text) => {
  expect(decimalText(amount, decimals)).toBe(text)
})

test('gives exact text for any amount, which reads back as the same amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 255 }),
      (amount, decimals) => {
        const text = decimalText(amount, decimals)
        expect(parseUnits(text, decimals)).toBe(amount)
        expect(text).toBe(formatUnits(amount, decimals))
      },
    ),
  )
})
