import { expect, it } from 'vitest'
import { read, shapeOf } from './typedShape.ts'

it.each<[given: unknown, bigint]>([
  [7, 7n],
  [7n, 7n],
  ['-7', -7n],
  ['0x1F', 31n],
  ['9'.repeat(78), BigInt('9'.repeat(78))],
  ['9'.repeat(79), 0n],
  [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
  [`0x${'f'.repeat(65)}`, 0n],
  ['0x', 0n],
  ['1f', 0n],
  ['7 ', 0n],
  ['x', 0n],
  [1.5, 0n],
  [true, 0n],
  [['7'], 0n],
  [undefined, 0n],
])('reads the number %s as %s', (given, number) => {
  expect(read.number(given)).toBe(number)
})

it('reads an address in lower case, and anything else as the zero address', () => {
  const zero = `0x${'0'.repeat(40)}`
  expect(read.address(`0x${'Ab'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`)
  for (const given of [`0x${'ab'.repeat(21)}`, `x0x${'ab'.repeat(20)}`, [zero], 7, undefined])
    expect(read.address(given)).toBe(zero)
})

it('reads complete bytes, and anything else as none', () => {
  expect(read.hex('0xAb01')).toBe('0xAb01')
  for (const given of ['0xabc', 'ab', '0x0g', ['0xab'], undefined])
    expect(read.hex(given)).toBe('0x')
})

it('reads records and lists of records, and anything else as empty', () => {
  expect(read.record({ a: 1 })).toEqual({ a: 1 })
  for (const given of [null, 'a', 7, undefined]) expect(read.record(given)).toEqual({})
  expect(read.list([{ a: 1 }, null])).toEqual([{ a: 1 }, {}])
  for (const given of [{ length: 1 }, 'ab', undefined]) expect(read.list(given)).toEqual([])
})

it('returns the fields of a struct as text; nothing for a name inherited from Object', () => {
  const types = {
    A: [
      { name: 'b', type: 'uint8' },
      { name: 'c', type: 'A' },
    ],
  }
  const data = { types, primaryType: 'A', domain: {}, message: {} }
  expect(shapeOf(data, 'A')).toBe('uint8 b,A c')
  expect(shapeOf(data, 'constructor')).toBe('')
})
