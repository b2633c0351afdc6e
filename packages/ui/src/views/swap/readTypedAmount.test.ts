import { expect, test } from 'vitest'
import { readTypedAmount } from './readTypedAmount.ts'

test('reads digits of any script and either decimal sign', () => {
  expect(readTypedAmount('1.5', 18)).toBe('1.5')
  expect(readTypedAmount('1,5', 18)).toBe('1.5')
  expect(readTypedAmount('١٫٥', 18)).toBe('1.5')
  expect(readTypedAmount(' 1 000.', 18)).toBe('1000.')
  expect(readTypedAmount('', 18)).toBe('')
})

test('cuts places that the token does not have', () => {
  expect(readTypedAmount('0.1234567', 6)).toBe('0.123456')
})

test('rejects anything that may mean two amounts', () => {
  for (const text of ['1,234.5', '1.2.3', '-1', '1e5', '0x10', 'abc'])
    expect(readTypedAmount(text, 18), text).toBe(undefined)
})
