import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainJson } from './isPlainJson.ts'

const limit = 256 * 1024

test('takes what JSON holds', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown
      const named = JSON.stringify(plain).includes('__proto__')
      expect(isPlainJson(plain, limit)).toBe(!named)
    }),
    { numRuns: 500 },
  )
})

const cycle: Record<string, unknown> = {}
cycle.self = cycle
const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown

test.each([
  ['a cycle', cycle],
  ['depth', deep],
  ['a billion holes', new Array(2 ** 30)],
  ['holes', new Array(3)],
  ['an array with a name', Object.assign([1], { extra: 1 })],
  ['undefined', { a: undefined }],
  ['a bigint', { a: 1n }],
  ['NaN', [Number.NaN]],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(3)],
  ['a function', () => {}],
  ['another prototype', Object.create({ inherited: 1 })],
  ['no prototype', Object.create(null)],
  ['a symbol', { [Symbol('s')]: 1 }],
  ['__proto__', JSON.parse('{"__proto__":{"a":1}}')],
  ['300 KiB', 'x'.repeat(300 * 1024)],
  ['300 KiB in small parts', Array.from({ length: 80_000 }, () => 'ab')],
  ['100 KiB of three bytes each', '€'.repeat(100 * 1024)],
])('error: %s', (_, value) => {
  expect(isPlainJson(value, limit)).toBe(false)
  expect(isPlainJson({ in: [value] }, limit)).toBe(false)
})

test('takes 250 KiB of text, and no more than the limit', () => {
  expect(isPlainJson('x'.repeat(250 * 1024), limit)).toBe(true)
  expect(isPlainJson('x'.repeat(limit), limit)).toBe(false)
})
