import { expect, test } from 'vitest'
import { readFiat } from './readFiat.ts'

test.each([
  ['50', 50_00n],
  [' 49.9 ', 49_90n],
  ['49,90', 49_90n],
  ['0.05', 5n],
  ['007', 7_00n],
  ['5.', 5_00n],
])('reads %j as %s hundredths', (text, amount) => {
  expect(readFiat(text)).toBe(amount)
})

test.each(['', '0', '0.00', '-5', '1e3', '1.234', '1,000.00', '٥٠', 'NaN', '9999999999', '0x10'])(
  'reads no amount in %j',
  (text) => {
    expect(readFiat(text)).toBe(undefined)
  },
)
