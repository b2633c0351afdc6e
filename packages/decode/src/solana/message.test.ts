import fc from 'fast-check'
import { expect, it } from 'vitest'
import { looksLikeTransaction, parseSolanaTransaction } from './message.ts'

it('throws only FoyerError for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(typeof looksLikeTransaction(bytes)).toBe('boolean')
      try {
        parseSolanaTransaction(bytes)
      } catch (error) {
        expect(error).toMatchObject({ code: 'params-invalid' })
      }
    }),
    { numRuns: 2000 },
  )
})
