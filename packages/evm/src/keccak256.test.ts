import fc from 'fast-check'
import { keccak256 as reference, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { keccak256 } from './keccak256.ts'

test('gives the known hash of the empty text', () => {
  expect(keccak256('')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
})

test('gives what viem gives, for any text of one block', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 135 })
  fc.assert(
    fc.property(ascii, (text) => {
      expect(`0x${keccak256(text)}`).toBe(reference(stringToBytes(text)))
    }),
    { numRuns: 300 },
  )
})
