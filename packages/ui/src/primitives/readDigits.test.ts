import { expect, test } from 'vitest'
import { readDigits } from './readDigits.ts'

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['Code: 012-345.', '012345'],
  ['٠١٢٣٤٥', '012345'],
  ['۶۷۸۹', '6789'],
  ['１２３', '123'],
  ['1234567', '123456'],
  ['abc', ''],
])('[5.2] %j contains %j', (text, digits) => {
  expect(readDigits(text, 6)).toBe(digits)
})
