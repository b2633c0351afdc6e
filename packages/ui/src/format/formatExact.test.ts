import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatExact } from './formatExact.ts'

test('keeps every digit, in the style of the language', () => {
  expect(formatExact(1_500_000_000_000_000_001n, 18, 'en')).toBe('1.500000000000000001')
  expect(formatExact(12_349_999_999n, 0, 'en')).toBe('12,349,999,999')
  expect(formatExact(12_345_678n, 3, 'es')).toBe('12.345,678')
  expect(formatExact(0n, 18, 'en')).toBe('0')
})

test('never shows less than what is paid', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 2n ** 256n - 1n),
      fc.integer({ min: 0, max: 30 }),
      (amount, decimals) => {
        const shown = formatExact(amount, decimals, 'en').replaceAll(',', '')
        const [whole = '', fraction = ''] = shown.split('.')
        const units = BigInt(whole + fraction.padEnd(30, '0'))
        const paid = amount * 10n ** BigInt(30 - decimals)
        expect(units).toBeGreaterThanOrEqual(paid)
        expect(units - paid).toBeLessThan(10n ** 10n)
      },
    ),
  )
})
