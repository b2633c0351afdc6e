import { expect, test } from 'vitest'
import { shortenAddress } from './shortenAddress.ts'

test('keeps both ends for comparison', () => {
  expect(shortenAddress('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x5290…9EE7')
  expect(shortenAddress('7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2')).toBe('7Np4…T4K2')
})

test('keeps a short text', () => {
  expect(shortenAddress('0x12345678')).toBe('0x12345678')
  expect(shortenAddress('0x1234567890a')).toBe('0x1234…890a')
  expect(shortenAddress('')).toBe('')
})
