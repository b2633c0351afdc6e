import { compareWork, times } from '@foyer/devnet/compareWork'
import { expect, test } from 'vitest'
import { scrub, scrubUrl } from './scrub.ts'

test.each([
  "TypeError: Cannot read properties of undefined (reading 'chainId')",
  'HTTP request failed',
  'at sendToken (https://shop.example/assets/app-3f9c1a.js:1:20344)',
  'Please try again after 30 seconds',
  'user rejected the request (4001)',
  'INTERNAL_SDK_ERROR',
])('keeps what tells of a fault: %s', (text) => {
  expect(scrub(text)).toBe(text)
})

test('cuts queries and fragments of addresses, and credentials before a host', () => {
  expect(scrub('GET https://user:pass@api.example/v1/x?token=abc#d failed')).toBe(
    'GET https://api.example/v1/x failed',
  )
  expect(scrubUrl('https://shop.example/cart?coupon=abc#pay')).toBe('https://shop.example/cart')
  expect(scrubUrl('https://shop.example/u/alice%40example.com/orders')).toBe(
    'https://shop.example/u/[hidden]/orders',
  )
  expect([scrubUrl('file:///home/alice/page.html'), scrubUrl('no address')]).toEqual(['', ''])
})

test('hides addresses of every namespace within a text', () => {
  const text =
    'from 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 to 15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5, 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa or vitalik.eth'
  expect(scrub(text)).toBe('from [hidden] to [hidden], [hidden] or [hidden]')
})

test.each(['a', 'abc ', 'a.', '1 ', '1:', 'eyJaaaa.', 'token=', 'a@', 'abc abc !'])(
  'reads %j again and again in linear time',
  (part) => {
    const [long, short] = [65_536, 4_096].map((length) => part.repeat(length / part.length))
    const work = compareWork(
      () => scrub(long!),
      times(16, () => scrub(short!)),
    )
    // 1 when linear, 16 when quadratic.
    expect(work).toBeLessThan(4)
  },
)
