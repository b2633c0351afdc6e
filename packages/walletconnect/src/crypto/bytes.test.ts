import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase58 } from './bytes.ts'

test('encodes base58 as a library does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      // A client id begins with the kind of its key.
      const named = Uint8Array.of(0xed, 0x01, ...bytes)
      expect(toBase58(named)).toBe(base58.encode(named))
    }),
  )
})
