import { expect, test } from 'vitest'
import { createBucket } from './createBucket.ts'

test('50 a second, 600 a minute', () => {
  let now = 1_000
  const take = createBucket(() => now, { perSecond: 50, perMinute: 600 })
  const count = (tries: number) => Array.from({ length: tries }, take).filter(Boolean).length
  expect(count(200)).toBe(50)
  now += 1_000
  expect(count(200)).toBe(50)
  let total = 100
  for (let second = 2; second < 60; second++) {
    now += 1_000
    total += count(200)
  }
  // The burst of 600, plus the refill of 10 a second.
  expect(total).toBeLessThanOrEqual(600 + 59 * 10)
  expect(count(200)).toBe(0)
  now += 60_000
  expect(count(200)).toBe(50)
})

test('a clock that runs backwards refills nothing', () => {
  let now = 1_000
  const take = createBucket(() => now, { perSecond: 50, perMinute: 600 })
  while (take());
  now -= 10_000
  expect(take()).toBe(false)
})
