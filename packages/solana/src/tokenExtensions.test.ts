import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExtensions, readMetadata, sizeOfAccount } from './tokenExtensions.ts'

/** Bytes of a mint with these extensions. */
function mintOf(...extensions: readonly (readonly [type: number, value: readonly number[]])[]) {
  const parts = extensions.map(([type, value]) => [
    ...new Uint8Array(new Uint16Array([type, value.length]).buffer),
    ...value,
  ])
  return Uint8Array.from([...Array<number>(165).fill(0), 1, ...parts.flat()])
}
const textOf = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  return [...new Uint8Array(new Uint32Array([bytes.length]).buffer), ...bytes]
}
const metadataOf = (name: string, symbol: string) => [
  ...Array<number>(64).fill(9),
  ...textOf(name),
  ...textOf(symbol),
  ...textOf('https://example.com'),
]

test("returns a mint's extensions, without unknown ones", () => {
  const bytes = mintOf([14, [1, 2]], [200, [3]], [9, []])
  expect(readExtensions(bytes)).toEqual({
    transferHook: Uint8Array.from([1, 2]),
    nonTransferable: Uint8Array.from([]),
  })
  expect(readExtensions(new Uint8Array(82))).toEqual({})
  expect(readExtensions(new Uint8Array(165))).toEqual({})
})

test('stops at the end of the extensions', () => {
  expect(readExtensions(mintOf([0, []], [9, []]))).toEqual({})
  const cut = mintOf([9, []], [14, [1, 2, 3]]).slice(0, -1)
  expect(readExtensions(cut)).toEqual({ nonTransferable: Uint8Array.from([]) })
})

test('returns name and symbol', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (name, symbol) => {
      expect(readMetadata(mintOf([26, [1]], [19, metadataOf(name, symbol)]))).toEqual({
        name,
        symbol,
      })
    }),
  )
  expect(readMetadata(mintOf([26, [1]]))).toBeUndefined()
})

test('error: truncated metadata is ignored', () => {
  const whole = metadataOf('Sun', 'SUN')
  for (let length = 0; length < 64 + 7 + 7; length += 1)
    expect(readMetadata(mintOf([19, whole.slice(0, length)]))).toBeUndefined()
})

test('error: parses any bytes without throwing', () => {
  const value = fc.oneof(
    fc.uint8Array({ maxLength: 80 }).map((bytes) => [...bytes]),
    fc.string({ unit: 'grapheme' }).map((name) => metadataOf(name, 'X')),
  )
  const parts = fc.array(fc.tuple(fc.oneof(fc.constant(19), fc.nat(0xffff)), value), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(parts, fc.nat(400), (extensions, length) => {
      const bytes = mintOf(...extensions).slice(0, 166 + length)
      expect(() => [readExtensions(bytes), readMetadata(bytes)]).not.toThrow()
    }),
  )
})

test('returns the size of a new account', () => {
  const some = new Uint8Array()
  expect(sizeOfAccount({})).toBe(170)
  expect(sizeOfAccount({ tokenMetadata: some, defaultAccountState: some })).toBe(170)
  expect(sizeOfAccount({ transferFeeConfig: some })).toBe(182)
  expect(sizeOfAccount({ transferHook: some, pausable: some })).toBe(179)
})
