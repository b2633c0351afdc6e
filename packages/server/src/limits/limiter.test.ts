import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counter, createLimiter, type Use } from './limiter.ts'
import { createMemoryCounter } from './memoryCounter.ts'

const use: Use = { key: 'a', limit: 3, windowMs: 1000 }

test('the memory counter counts up to the limit, in a window that begins with the first use', () => {
  const { count, has } = createMemoryCounter()
  expect([0, 400, 999].map((at) => count(use, at))).toEqual([0, 0, 0])
  expect([count(use, 999), has(use, 999)]).toEqual([1, false])
  expect(count({ ...use, key: 'b' }, 999)).toBe(0)
  expect([has(use, 1000), count(use, 1000), count(use, 1999)]).toEqual([true, 0, 0])
})

test('the memory counter does not count a refused use, so that a smaller one still fits', () => {
  const { count } = createMemoryCounter()
  expect(count({ ...use, cost: 2 }, 0)).toBe(0)
  expect(count({ ...use, cost: 2 }, 10)).toBe(990)
  expect(count(use, 20)).toBe(0)
  expect(count({ ...use, key: 'b', cost: 4 }, 20)).toBe(1000)
})

test('the memory counter counts each key in its own window, and never a refused use', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: 0, max: 5 }),
    key: fc.constantFrom('a', 'b'),
    cost: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const { count, has } = createMemoryCounter()
      const windows = new Map<string, { count: number; until: number }>()
      let now = 0
      for (const { afterMs, cost, key } of steps) {
        now += afterMs
        const open = windows.get(key)
        const window = open && open.until > now ? open : { count: 0, until: now + 8 }
        const isWithin = window.count + (cost ?? 1) <= 4
        const one = { key, cost, limit: 4, windowMs: 8 }
        expect(has(one, now)).toBe(isWithin)
        expect(count(one, now)).toBe(isWithin ? 0 : window.until - now)
        if (!isWithin) continue
        window.count += cost ?? 1
        windows.set(key, window)
      }
    }),
  )
})

test('the memory counter drops the oldest windows above 200,000 keys', () => {
  const { count, has } = createMemoryCounter()
  const once = (n: number) => ({ key: String(n), limit: 1, windowMs: 1000 })
  for (let n = 0; n <= 200_000; n++) count(once(n), 0)
  expect([has(once(0), 1), has(once(1), 1), has(once(200_000), 1)]).toEqual([true, false, false])
})

test('the memory counter treats a window that began again as a new one', () => {
  const { count, has } = createMemoryCounter()
  const once = (key: string, windowMs = 5000) => ({ key, limit: 1, windowMs })
  for (const one of [once('first'), once('short', 1000), once('second')]) count(one, 0)
  count(once('short', 1000), 1000)
  // Two keys more than are kept.
  for (let n = 0; n < 199_999; n++) count(once(String(n)), 1000)
  expect(['first', 'second', 'short', '0'].map((key) => has(once(key), 1000))).toEqual([
    ...[true, true, false, false],
  ])
})

test('does not ask the second counter when the first refuses', async () => {
  const asked: string[] = []
  const counter =
    (name: string, waitMs: number): Counter =>
    () => {
      asked.push(name)
      return waitMs
    }
  const now = () => 0
  await createLimiter({ counters: [counter('1', 0), counter('2', 0)], now }).take(use)
  const full = createLimiter({ counters: [counter('3', 700), counter('4', 0)], now })
  await expect(full.take({ ...use, message: 'Enough' })).rejects.toMatchObject({
    ...{ status: 429, code: 'limit-exceeded', retryAfterMs: 700, message: 'Enough' },
  })
  expect(asked).toEqual(['1', '2', '3'])
  await expect(full.take(use)).rejects.toMatchObject({ message: 'Too many requests' })
  const nearly = createLimiter({ counters: [counter('5', 1)], now })
  await expect(nearly.take(use)).rejects.toMatchObject({ retryAfterMs: 1 })
})

test('passes each counter the current time', async () => {
  let at = 0
  const times: number[] = []
  const counter: Counter = (_, nowMs) => {
    times.push(nowMs)
    return 0
  }
  await createLimiter({ counters: [counter, counter], now: () => ++at }).take(use)
  expect(times).toEqual([1, 2])
})
