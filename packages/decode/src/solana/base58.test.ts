import { getBase58Encoder } from '@solana/kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'

it('[T42] reads the longest base58 text quickly', () => {
  const since = performance.now()
  expect(decodeBase58('z'.repeat(65_536))).toHaveLength(47_989)
  // Digit by digit it took 3 s; a busy machine is ten times slower.
  expect(performance.now() - since).toBeLessThan(1_000)
})

it('encodes base58 like kit', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = encodeBase58(bytes)
      expect(Uint8Array.from(getBase58Encoder().encode(text))).toEqual(Uint8Array.from(bytes))
      expect(decodeBase58(text)).toEqual(Uint8Array.from(bytes))
    }),
  )
})
