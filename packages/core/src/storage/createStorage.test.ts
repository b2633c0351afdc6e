import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testBacking } from '../testFoyer.test.kit.ts'
import { createStorage, storageVersion } from './createStorage.ts'

const any = (value: unknown) => value

test('[3.16] keeps values under one prefix, over a reload', () => {
  const backing = testBacking()
  createStorage({ backing, storageKey: 'site' }).write('wallet', { id: 'w' })
  expect([...backing.map.keys()]).toEqual([`foyer.${storageVersion}.site.wallet`])
  const reloaded = createStorage({ backing, storageKey: 'site' })
  expect(reloaded.read('wallet', any)).toEqual({ id: 'w' })
  expect(reloaded.keyOf('wallet')).toBe('foyer.1.site.wallet')
})

test('round-trips any JSON value under any key, from storage and from memory', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.jsonValue(), (storageKey, key, value) => {
      for (const backing of [testBacking(), undefined]) {
        const storage = createStorage({ backing, storageKey })
        storage.write(key, value)
        expect(storage.read(key, any)).toEqual(JSON.parse(JSON.stringify(value)))
        storage.write(key, undefined)
        expect(storage.read(key, any)).toBeUndefined()
      }
    }),
  )
})

test('keys never collide, even if one begins with the other', () => {
  const parts = ['a', '.', '%', '2', 'E', 'e'] as const
  const name = fc.string({ unit: fc.constantFrom(...parts), maxLength: 4 })
  fc.assert(
    fc.property(name, name, name, name, (a, b, keyA, keyB) => {
      fc.pre(a !== b || keyA !== keyB)
      const backing = testBacking()
      const one = createStorage({ backing, storageKey: a })
      const two = createStorage({ backing, storageKey: b })
      expect(one.keyOf(keyA)).not.toBe(two.keyOf(keyB))
    }),
  )
  const backing = testBacking()
  createStorage({ backing, storageKey: 'a' }).write('b.c', 1)
  expect(createStorage({ backing, storageKey: 'a.b' }).read('c', any)).toBeUndefined()
})

test('any stored text can be read; invalid text is removed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const backing = testBacking({ 'foyer.1.k.x': text })
      const storage = createStorage({ backing, storageKey: 'k' })
      const value = storage.read('x', (stored) => (typeof stored === 'number' ? stored : undefined))
      expect(backing.map.has('foyer.1.k.x')).toBe(value !== undefined)
    }),
  )
})

test('a parser that throws means no value', () => {
  const backing = testBacking({ 'foyer.1.k.x': '{}' })
  const storage = createStorage({ backing, storageKey: 'k' })
  expect(
    storage.read('x', () => {
      throw new Error('shape')
    }),
  ).toBeUndefined()
  expect(backing.map.size).toBe(0)
})

test('removes a value that JSON cannot represent', () => {
  const storage = createStorage({ backing: testBacking(), storageKey: 'k' })
  const circle: unknown[] = []
  circle.push(circle)
  for (const value of [1n, circle, () => {}, Symbol('s')]) {
    storage.write('x', 1)
    storage.write('x', value)
    expect(storage.read('x', any)).toBeUndefined()
  }
})

test.each([
  ['read', { read: true }],
  ['write', { write: true }],
  ['everything', { read: true, write: true, remove: true }],
])('falls back to memory when the storage refuses to %s', (_, fail) => {
  const backing = testBacking()
  Object.assign(backing.fail, fail)
  const storage = createStorage({ backing, storageKey: 'k' })
  storage.write('x', { a: 1 })
  expect(storage.read('x', any)).toEqual({ a: 1 })
  storage.write('x', undefined)
  expect(storage.read('x', any)).toBeUndefined()
})

test('after a failed write, a reload does not bring the old value back', () => {
  const backing = testBacking()
  const storage = createStorage({ backing, storageKey: 'k' })
  storage.write('x', 'old')
  backing.fail.write = true
  storage.write('x', 'new')
  expect(storage.read('x', any)).toBe('new')
  expect(createStorage({ backing, storageKey: 'k' }).read('x', any)).toBeUndefined()
})

test('ignores a storage that cannot delete', () => {
  const backing = testBacking()
  const storage = createStorage({ backing, storageKey: 'k' })
  storage.write('x', 1)
  backing.fail.remove = true
  storage.write('x', undefined)
  expect(storage.read('x', any)).toBeUndefined()
  backing.fail.remove = false
  storage.write('x', 2)
  expect(storage.read('x', any)).toBe(2)
  expect(backing.map.get('foyer.1.k.x')).toBe('2')
})

test('treats a storage that returns non-text as empty', () => {
  const promised = { getItem: async () => '1', setItem: async () => {}, removeItem: async () => {} }
  const storage = createStorage({ backing: promised as never, storageKey: 'k' })
  expect(storage.read('x', any)).toBeUndefined()
  storage.write('x', 1)
  expect(storage.read('x', any)).toBe(1)
})

test('removes values of older versions; keeps those of other instances and of newer versions', () => {
  const backing = testBacking({
    'foyer.0.k.x': '1',
    'foyer.0.other.x': '1',
    'foyer.0.k%2Eb.x': '1',
    'foyer.2.k.x': '1',
    'foyer.1.k.x': '1',
    'foyer.txt': '1',
    theirs: '1',
  })
  createStorage({ backing, storageKey: 'k' })
  expect([...backing.map.keys()]).toEqual([
    'foyer.0.other.x',
    'foyer.0.k%2Eb.x',
    'foyer.2.k.x',
    'foyer.1.k.x',
    'foyer.txt',
    'theirs',
  ])
})
