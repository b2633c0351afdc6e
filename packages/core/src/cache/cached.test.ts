import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gate, testBacking, testFoyer } from '../testFoyer.test.kit.ts'
import { cached, cacheSize } from './cached.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A loader that counts its calls. */
function counter() {
  let count = 0
  return {
    load: async () => {
      count += 1
      return count
    },
    get count() {
      return count
    },
  }
}

test('returns a value until its time to live ends', async () => {
  const foyer = testFoyer()
  const { load } = counter()
  const read = () => cached(foyer, { key: 'k:1', ttlMs: 1_000, load })
  expect(await read()).toBe(1)
  vi.setSystemTime(1_000_999)
  expect(await read()).toBe(1)
  vi.setSystemTime(1_001_000)
  expect(await read()).toBe(2)
})

test('keeps one value per key', async () => {
  const foyer = testFoyer()
  const { load } = counter()
  expect(await cached(foyer, { key: 'k:1', ttlMs: 9, load })).toBe(1)
  expect(await cached(foyer, { key: 'k:2', ttlMs: 9, load })).toBe(2)
  expect(await cached(foyer, { key: 'k:1', ttlMs: 9, load })).toBe(1)
})

test('concurrent calls share one load and its failure; failures are not cached', async () => {
  const foyer = testFoyer()
  let count = 0
  const load = async () => {
    count += 1
    throw new Error(`failure ${count}`)
  }
  const read = () => cached(foyer, { key: 'k:1', ttlMs: 1_000, load })
  const ends = await Promise.allSettled([read(), read(), read()])
  expect(ends.map((end) => (end as PromiseRejectedResult).reason.message)).toEqual(
    Array(3).fill('failure 1'),
  )
  await expect(read()).rejects.toThrow('failure 2')
  expect(foyer.cache.loading.size).toBe(0)
})

test('error: rejects when the loader throws synchronously', async () => {
  const load = (): never => {
    throw new Error('at once')
  }
  await expect(cached(testFoyer(), { key: 'k:1', ttlMs: 1, load })).rejects.toThrow('at once')
})

test('force loads again, and discards the result of an earlier load', async () => {
  const foyer = testFoyer()
  const slow = gate<string>()
  const early = cached(foyer, { key: 'k:1', ttlMs: 1_000, load: () => slow.promise })
  const forced = cached(foyer, { key: 'k:1', ttlMs: 1_000, force: true, load: async () => 'new' })
  expect(await forced).toBe('new')
  slow.open('old')
  expect(await early).toBe('old')
  const read = cached(foyer, { key: 'k:1', ttlMs: 1_000, load: async () => 'asked again' })
  expect(await read).toBe('new')
})

test('one aborted caller does not abort the load for the others', async () => {
  const foyer = testFoyer()
  const slow = gate<string>()
  const controller = new AbortController()
  const load = () => slow.promise
  const one = cached(foyer, { key: 'k:1', ttlMs: 9, load, signal: controller.signal })
  const two = cached(foyer, { key: 'k:1', ttlMs: 9, load })
  controller.abort()
  await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
  slow.open('there')
  expect(await two).toBe('there')
  expect(foyer.cache.memory.get('k:1')?.value).toBe('there')
})

test('the time to live may depend on the value', async () => {
  const foyer = testFoyer()
  let answer: string | undefined
  const ttlMs = (value: string | undefined) => (value ? 1_000 : 10)
  const read = () => cached(foyer, { key: 'k:1', ttlMs, load: async () => answer })
  expect(await read()).toBeUndefined()
  answer = 'there'
  expect(await read()).toBeUndefined()
  vi.setSystemTime(1_000_010)
  expect(await read()).toBe('there')
  vi.setSystemTime(1_001_009)
  answer = 'more'
  expect(await read()).toBe('there')
})

test('[9.16] keeps 8192 values and evicts the least recently used', async () => {
  expect(cacheSize).toBe(8192)
  const foyer = testFoyer()
  const read = (key: string) =>
    cached(foyer, { key: `k:${key}`, ttlMs: 1_000, load: async () => key })
  for (let index = 0; index < cacheSize; index++) await read(String(index))
  await read('0')
  await read('one more')
  expect(foyer.cache.memory.size).toBe(cacheSize)
  expect(foyer.cache.memory.has('k:0')).toBe(true)
  expect(foyer.cache.memory.has('k:1')).toBe(false)
})

const schema = v.object({ name: v.string() })

test('[3.16] a value with a schema survives a reload', async () => {
  const backing = testBacking()
  const load = vi.fn(async () => ({ name: 'a' }))
  const read = () =>
    cached(testFoyer({ storage: backing }), { key: 'id:1', ttlMs: 1e3, schema, load })
  expect(await read()).toEqual({ name: 'a' })
  expect(await read()).toEqual({ name: 'a' })
  expect(load).toHaveBeenCalledTimes(1)
  expect([...backing.map.keys()]).toEqual(['foyer.1.project.cache.id'])
  vi.setSystemTime(1_001_000)
  await read()
  expect(load).toHaveBeenCalledTimes(2)
})

test('ignores a stored value whose expiry is too far in the future', async () => {
  const entry = { key: 'id:1', value: { name: 'old' }, until: 9e15 }
  const storage = testBacking({ 'foyer.1.project.cache.id': JSON.stringify([entry]) })
  const load = async () => ({ name: 'new' })
  expect(await cached(testFoyer({ storage }), { key: 'id:1', ttlMs: 1e3, schema, load })).toEqual({
    name: 'new',
  })
})

test('returns only stored values that match the schema', async () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.array(
      fc.record({
        key: fc.constant('id:1'),
        value: fc.oneof(fc.jsonValue(), fc.record({ name: fc.oneof(fc.string(), fc.jsonValue()) })),
        until: fc.constant(1_000_500),
      }),
    ),
  )
  let fromStorage = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        value.map((one) => JSON.stringify(one)),
      ),
      async (text) => {
        const storage = testBacking({ 'foyer.1.project.cache.id': text })
        const foyer = testFoyer({ storage })
        const load = async () => ({ name: 'loaded' })
        const read = await cached(foyer, { key: 'id:1', ttlMs: 1e3, schema, load })
        expect(read).toEqual({ name: expect.any(String) })
        if (read.name === 'loaded') return
        fromStorage++
        expect(JSON.parse(text)).toContainEqual({ key: 'id:1', value: read, until: 1_000_500 })
      },
    ),
  )
  expect(fromStorage).toBeGreaterThan(0)
})

test('accepts keys that are named like members of Object.prototype', async () => {
  const storage = testBacking({
    'foyer.1.project.cache.id':
      '[{"key":"id:1","until":1000500,"value":{"__proto__":{"name":"x"}}}]',
  })
  const load = async () => ({ name: 'loaded' })
  expect(await cached(testFoyer({ storage }), { key: 'id:1', ttlMs: 1e3, schema, load })).toEqual({
    name: 'loaded',
  })
  expect(await cached(testFoyer(), { key: '__proto__', ttlMs: 1e3, load })).toEqual({
    name: 'loaded',
  })
  expect(({} as { name?: string }).name).toBeUndefined()
})

test('storage keeps the 32 newest unexpired values of a kind', async () => {
  const backing = testBacking()
  const foyer = testFoyer({ storage: backing })
  const write = (index: number, ttlMs: number) =>
    cached(foyer, { key: `id:${index}`, ttlMs, schema, load: async () => ({ name: 'n' }) })
  await write(0, 1)
  vi.setSystemTime(1_000_100)
  for (let index = 1; index <= 40; index++) await write(index, 1_000)
  const stored = JSON.parse(backing.map.get('foyer.1.project.cache.id') ?? '') as { key: string }[]
  expect(stored.map(({ key }) => key)).toEqual(
    Array.from({ length: 32 }, (_, index) => `id:${40 - index}`),
  )
})
