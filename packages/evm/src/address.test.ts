import fc from 'fast-check'
import { getAddress, isAddress as isViemAddress } from 'viem'
import { expect, test } from 'vitest'
import { checksumAddress, isAddress } from './address.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
    minLength: length,
    maxLength: length,
  })

test('[5.9] accepts 0x and 40 hex digits with a correct checksum, or without one', () => {
  expect(isAddress(alice)).toBe(true)
  expect(isAddress(alice.toLowerCase())).toBe(true)
  expect(isAddress(`0x${alice.slice(2).toUpperCase()}`)).toBe(true)
})

test('[5.9] error: a wrong checksum, unless not strict', () => {
  const mistyped = alice.replace('F39', 'f39').replace('Fd6', 'fd6')
  expect(mistyped).not.toBe(alice)
  expect(isAddress(mistyped)).toBe(false)
  expect(isAddress(mistyped, { strict: false })).toBe(true)
})

test.each([
  '',
  '0x',
  alice.slice(0, -1),
  `${alice}0`,
  alice.slice(2),
  alice.replace('9', 'g'),
  ` ${alice}`,
  `${alice}\n`,
  'alice.eth',
])('[5.9] error: %j is not an address, strict or not', (text) => {
  expect(isAddress(text)).toBe(false)
  expect(isAddress(text, { strict: false })).toBe(false)
})

test("returns viem's checksum for any address", () => {
  fc.assert(
    fc.property(hex(40), (digits) => {
      const address = `0x${digits}`
      expect(checksumAddress(address)).toBe(getAddress(address))
      expect(isAddress(checksumAddress(address))).toBe(true)
    }),
  )
})

test('agrees with viem for any mixed-case text', () => {
  fc.assert(
    fc.property(hex(40), fc.constantFrom('any', 'lower', 'right', 'wrong'), (any, kind) => {
      const right = getAddress(`0x${any}`).slice(2)
      const letter = right.search(/[a-f]/i)
      fc.pre(letter >= 0)
      const turned = /[a-f]/.test(right[letter]!)
        ? right[letter]!.toUpperCase()
        : right[letter]!.toLowerCase()
      const digits = {
        any,
        lower: any.toLowerCase(),
        right,
        wrong: right.slice(0, letter) + turned + right.slice(letter + 1),
      }[kind]!
      // viem rejects all capitals; they carry no checksum, and wallets and explorers accept them.
      fc.pre(digits !== digits.toUpperCase())
      expect(isAddress(`0x${digits}`)).toBe(isViemAddress(`0x${digits}`))
    }),
  )
})
