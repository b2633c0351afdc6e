import { PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase58, toBase58 } from './bytes.ts'
import { isAddress } from './isAddress.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

test('accepts any 32 bytes in base58, as the reference library encodes them', () => {
  fc.assert(
    fc.property(bytes(32), (key) => {
      const address = new PublicKey(key).toBase58()
      expect(toBase58(key)).toBe(address)
      expect([...fromBase58(address)]).toEqual([...key])
      expect(isAddress(address)).toBe(true)
    }),
  )
})

test('round-trips any bytes through base58, leading zeros included', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (value) => {
      expect([...fromBase58(toBase58(value))]).toEqual([...value])
    }),
  )
})

test('error: base58 of more or fewer than 32 bytes is not an address', () => {
  fc.assert(
    fc.property(fc.constantFrom(24, 28, 30, 31, 33, 34, 64), fc.gen(), (length, gen) => {
      const address = toBase58(gen(() => bytes(length)))
      expect(isAddress(address)).toBe(false)
    }),
  )
  // 44 letters, and more than 32 bytes.
  expect(isAddress('z'.repeat(44))).toBe(false)
})

test.each([
  '',
  'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq9O',
  'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq90',
  ' oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96\n',
  'alice.sol',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
])('error: %j is not an address', (text) => {
  expect(isAddress(text)).toBe(false)
})
