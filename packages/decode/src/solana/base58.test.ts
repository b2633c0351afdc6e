import { compareWork, times } from '@foyer/devnet/compareWork'
import { getBase58Encoder } from '@solana/kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'

it('[T42] reads the longest base58 text quickly', () => {
  const [long, short] = ['z'.repeat(65_536), 'z'.repeat(1_024)]
  expect(decodeBase58(long)).toHaveLength(47_989)
  const work = compareWork(
    () => decodeBase58(long),
    times(64, () => decodeBase58(short)),
  )
  // 2 to 3 by halves; digit by digit 64, which took 3 s.
  expect(work).toBeLessThan(12)
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
