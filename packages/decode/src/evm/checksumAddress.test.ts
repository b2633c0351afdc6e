import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { checksumAddress } from './checksumAddress.ts'
import { toHex } from './hex.ts'

it('formats an address like viem, from any case', () => {
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(bytes, (address) => {
      const given = toHex(address)
      expect(checksumAddress(given)).toBe(getAddress(given))
      expect(checksumAddress(getAddress(given))).toBe(getAddress(given))
    }),
  )
})
