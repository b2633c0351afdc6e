import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from './formatAmount.ts'

test('shows few digits, truncated and never rounded up', () => {
  const shown = (amount: string) => formatAmount(amount, 'en')
  expect(shown('0')).toBe('0')
  expect(shown('0.1299999')).toBe('0.1299')
  expect(shown('0.000123456')).toBe('0.0001234')
  expect(shown('1.99999')).toBe('1.9999')
  expect(shown('1234567.899')).toBe('1,234,567.89')
  expect(shown('999999999.999')).toBe('999,999,999.99')
})

test('marks tiny amounts', () => {
  expect(formatAmount('0.000000000000000001', 'en')).toBe('<0.000001')
  expect(formatAmount('0.0000009', 'es')).toBe('<0,000001')
})

test('shortens sixty digits', () => {
  expect(formatAmount('1234567890.5', 'en')).toBe('1.23B')
  expect(formatAmount(`${'9'.repeat(60)}.123`, 'en')).toBe('9.99E59')
})

test('follows the language', () => {
  expect(formatAmount('1234567.891', 'es')).toBe('1.234.567,89')
  expect(formatAmount('1.5', 'ar-EG')).toBe('١٫٥')
})

test('error: returns 0 for invalid input', () => {
  for (const text of ['', 'abc', '1e5', '0x10', 'NaN']) expect(formatAmount(text, 'en')).toBe('0')
})

test("keeps digits beyond a float's precision", () => {
  // 9007199254740993 is the first integer that a float cannot represent.
  expect(formatAmount('900719925.4740993', 'en')).toBe('900,719,925.47')
  fc.assert(
    fc.property(fc.bigInt({ min: 1000n, max: 999_999_999n }), fc.nat(99), (whole, cents) => {
      const text = formatAmount(`${whole}.${String(cents).padStart(2, '0')}999`, 'en')
      const [units, fraction = ''] = text.replaceAll(',', '').split('.')
      expect(units).toBe(String(whole))
      expect(Number(fraction.padEnd(2, '0'))).toBe(cents)
    }),
  )
})
