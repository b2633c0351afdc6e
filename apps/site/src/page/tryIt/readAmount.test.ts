import { expect, test } from 'vitest'
import { readAmount } from './readAmount.ts'

const sol = { decimals: 9, symbol: 'SOL' }

test('returns the smallest units with every digit', () => {
  expect(readAmount('0.000000001', sol)).toEqual({ amount: 1n })
  expect(readAmount('12345678901.5', sol)).toEqual({ amount: 12_345_678_901_500_000_000n })
})

test('explains an invalid amount, and accepts an empty field silently', () => {
  expect(readAmount('', sol)).toEqual({ hint: '' })
  for (const text of ['.5', '1.', '1.000.5', '-1', '1e3', 'ten'])
    expect(readAmount(text, sol)).toEqual({ hint: 'Enter the amount as a number, such as 0.01.' })
  expect(readAmount('0.0000000001', sol)).toEqual({
    hint: 'SOL has at most 9 digits after the decimal point.',
  })
})
