import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainJson } from './isPlainJson.ts'

const limit = 256 * 1024

test('accepts every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown
      expect(isPlainJson(plain, limit)).toBe(!namesPrototype(plain))
    }),
    { numRuns: 500, examples: [[{ ' __proto__': 1 }], ['__proto__'], [[{ ['__proto__']: 1 }]]] },
  )
})

/** True if an object in it has a member of that name; texts may contain it. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => key === '__proto__' || namesPrototype(one))
}

test('counts at least as many bytes as the JSON has', () => {
  const anything = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  fc.assert(
    fc.property(
      anything,
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })),
      (...given) => {
        const value = given.map((one) => JSON.parse(JSON.stringify(one)) as unknown)
        fc.pre(!namesPrototype(value))
        const size = new TextEncoder().encode(JSON.stringify(value)).length
        expect(isPlainJson(value, size - 1)).toBe(false)
        expect(isPlainJson(value, size * 6 + 2)).toBe(true)
      },
    ),
    { examples: [['\ud800\u0000"\\', [Number.MIN_VALUE]]] },
  )
})

test.each<[unknown, number]>([
  [null, 5],
  [true, 5],
  ['', 2],
  ['ab', 4],
  ['"\\', 6],
  ['\n\ud800', 14],
  ['€', 5],
  [12.5, 6],
  [[], 2],
  [{}, 2],
  [[0], 6],
  [{ ab: 0 }, 11],
])('%j counts %i bytes', (value, bytes) => {
  expect([bytes - 1, bytes].map((limit) => isPlainJson(value, limit))).toEqual([false, true])
})

test('accepts 64 nested lists, and no more', () => {
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
  expect([64, 65].map((depth) => isPlainJson(nested(depth), limit))).toEqual([true, false])
})

const cycle: Record<string, unknown> = {}
cycle.self = cycle
const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown

test.each([
  ['a cycle', cycle],
  ['depth', deep],
  ['a billion holes', new Array(2 ** 30)],
  ['holes', new Array(3)],
  ['an array with a named property', Object.assign([1], { extra: 1 })],
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
])('rejects %s', (_, value) => {
  expect(isPlainJson(value, limit)).toBe(false)
  expect(isPlainJson({ in: [value] }, limit)).toBe(false)
})

test('stops reading an object at the limit', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => `key${index}`)
  let read = 0
  const large = new Proxy(Object.fromEntries(keys.map((key) => [key, 1])), {
    get(target, key) {
      read += 1
      return Reflect.get(target, key)
    },
  })
  expect(isPlainJson(large, 1024)).toBe(false)
  expect(read).toBeLessThan(256)
})

test('accepts 250 KiB of text, and nothing above the limit', () => {
  expect(isPlainJson('x'.repeat(250 * 1024), limit)).toBe(true)
  expect(isPlainJson('x'.repeat(limit), limit)).toBe(false)
})
