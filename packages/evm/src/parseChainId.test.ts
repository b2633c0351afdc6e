import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseChainId } from './parseChainId.ts'

test('returns the same id for hex text, decimal text and a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      expect(parseChainId(`0x${id.toString(16)}`)).toBe(`eip155:${id}`)
      expect(parseChainId(`0x${id.toString(16).toUpperCase()}`)).toBe(`eip155:${id}`)
      expect(parseChainId(String(id))).toBe(`eip155:${id}`)
      expect(parseChainId(id)).toBe(`eip155:${id}`)
    }),
  )
})

test.each([
  [
    '',
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    null,
    undefined,
    {},
    [],
    [1],
    true,
    1n,
  ],
  ['0x', '0x0', '0', '-1', '1.5', '1e3', ' 1', '1 ', '0x1 ', '0xg', 'eip155:1', '0b11', '0o7', '١'],
  ['0x20000000000000', '99999999999999999999', `0x${'f'.repeat(17)}`],
])('error: none of these is a chain id %#', (...values) => {
  for (const value of values) expect(parseChainId(value), String(value)).toBeUndefined()
})

test('returns undefined or a CAIP-2 id for any input, and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const id = parseChainId(value)
      if (id !== undefined) expect(id).toMatch(/^eip155:[1-9]\d*$/)
    }),
  )
})
