import { expect, test } from 'vitest'
import { createLoginCache } from './loginCache.ts'

test('keeps email, network and name without local storage, and deletes them', () => {
  const cache = createLoginCache('a.b')
  expect(cache.read()).toBeUndefined()
  cache.write({ email: 'a@b.co', chainId: 'eip155:1', username: 'ann' })
  expect(cache.read()).toEqual({ email: 'a@b.co', chainId: 'eip155:1', username: 'ann' })
  cache.clear()
  expect(cache.read()).toBeUndefined()
  expect(cache.isLeaving()).toBe(false)
  cache.setLeaving(true)
  expect(cache.isLeaving()).toBe(true)
  cache.setLeaving(false)
  expect(cache.isLeaving()).toBe(false)
})
