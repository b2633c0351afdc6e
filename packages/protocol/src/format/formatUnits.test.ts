import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from './formatUnits.ts'

test('writes a plain decimal with every digit', () => {
  expect(formatUnits(0n, 18)).toBe('0')
  expect(formatUnits(1n, 18)).toBe('0.000000000000000001')
  expect(formatUnits(1_500_000n, 6)).toBe('1.5')
  expect(formatUnits(-1_500_000n, 6)).toBe('-1.5')
  expect(formatUnits(42n, 0)).toBe('42')
  expect(formatUnits(123456789012345678901234567890n, 18)).toBe('123456789012.34567890123456789')
})

test('loses no digit: parsing the text gives the same units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.nat(30), (amount, decimals) => {
      const [whole = '', fraction = ''] = formatUnits(amount, decimals).split('.')
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
    }),
  )
})
