import { expect, test } from 'vitest'
import { formatFiat } from './formatFiat.ts'

test('shows money with two decimals, short from a billion on', () => {
  expect(formatFiat(0, 'en')).toBe('$0.00')
  expect(formatFiat(0.004, 'en')).toBe('<$0.01')
  expect(formatFiat(1234.5, 'en')).toBe('$1,234.50')
  expect(formatFiat(1_250_000_000, 'en')).toBe('$1.25B')
  expect(formatFiat(1e20, 'en')).toBe('$1E20')
})

test('follows language and currency', () => {
  expect(formatFiat(1234.5, 'de', 'EUR')).toBe('1.234,50\u00a0€')
  expect(formatFiat(0.004, 'de', 'EUR')).toBe('<0,01\u00a0€')
})
