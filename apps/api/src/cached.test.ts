import { expect, test } from 'vitest'
import { cached } from './cached.ts'

function counted() {
  let time = 0
  let loads = 0
  const get = cached({
    ttlMs: 100,
    maxEntries: 2,
    now: () => time,
    load: async (key) => {
      loads++
      if (key === 'broken') throw new Error('no')
      return `${key}${loads}`
    },
  })
  return { get, pass: (ms: number) => (time += ms), loads: () => loads }
}

test('returns a cached value until it expires', async () => {
  const { get, pass } = counted()
  expect(await get('a')).toBe('a1')
  pass(99)
  expect(await get('a')).toBe('a1')
  pass(1)
  expect(await get('a')).toBe('a2')
})

test('loads once for concurrent callers', async () => {
  const { get, loads } = counted()
  expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(['a1', 'a1', 'a1'])
  expect(loads()).toBe(1)
})

test('loads again with `fresh`', async () => {
  const { get } = counted()
  await get('a')
  expect(await get('a', { fresh: true })).toBe('a2')
  expect(await get('a')).toBe('a2')
})

test('starts a fresh load after the call, shared by all concurrent callers', async () => {
  const { get, loads } = counted()
  const stale = get('a')
  const fresh = [get('a', { fresh: true }), get('a', { fresh: true })]
  expect(await stale).toBe('a1')
  expect(await Promise.all(fresh)).toEqual(['a2', 'a2'])
  expect(loads()).toBe(2)
})

test('error: does not cache a failure', async () => {
  const { get, loads } = counted()
  await expect(get('broken')).rejects.toThrow('no')
  await expect(get('broken')).rejects.toThrow('no')
  expect(loads()).toBe(2)
})

test('evicts the oldest when there are too many', async () => {
  const { get, loads } = counted()
  for (const key of ['a', 'b', 'c', 'c', 'b']) await get(key)
  expect(loads()).toBe(3)
  await get('a')
  expect(loads()).toBe(4)
})
