import { resolveLimits } from '@foyer/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits as table } from '../limits.ts'
import { createAllotments, heldUntil } from './allotments.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

test('a message counts as held until its end, rounded up to a time that does not depend on its second', () => {
  const now = fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 })
  fc.assert(
    fc.property(now, fc.integer({ min: 1, max: 7 * dayMs }), (nowMs, ttlMs) => {
      const until = heldUntil(nowMs, ttlMs)
      const stepMs = ttlMs <= hourMs ? 5 * minuteMs : ttlMs <= dayMs ? hourMs : 6 * hourMs
      expect(until).toBeGreaterThanOrEqual(nowMs + ttlMs)
      expect(until - nowMs - ttlMs).toBeLessThan(stepMs)
      expect(until % stepMs).toBe(0)
    }),
  )
  // Sums of one holder: 13 of 5 minutes, 25 of an hour, 28 of 6 hours, at most.
  const sums = new Set<number>()
  for (let ttlMs = 1000; ttlMs <= 7 * dayMs; ttlMs += 1000)
    sums.add(heldUntil(1_800_000_000_001, ttlMs))
  expect(sums.size).toBeLessThanOrEqual(66)
})

test('holders are forgotten when what they published has expired', () => {
  const allotments = createAllotments(resolveLimits(table))
  const use = { size: 600, ttlMs: 300_000, isCrowded: false }
  const start = 1_800_000_000_000
  for (let n = 0; n < 100; n++)
    allotments.count({ ...use, budget: `client ${n}`, addressBudget: `address ${n}` }, start)
  expect(allotments.readSize()).toBe(200)
  // Each message forgets two holders a holder of its own.
  for (let n = 0; n < 60; n++)
    allotments.count({ ...use, budget: 'client', addressBudget: 'address' }, start + 600_000)
  expect(allotments.readSize()).toBe(2)
})

test('while the store is crowded, an address may hold its part of the reserve', () => {
  const limits = resolveLimits(table, { reserveBytesOfAddress: 1000, heldBytesOfAddress: 3000 })
  const allotments = createAllotments(limits)
  const at = 1_800_000_000_000
  const check = (size: number, isCrowded: boolean, budget = 'client') =>
    allotments.check(
      { ...{ budget, size, isCrowded, ttlMs: 300_000 }, addressBudget: 'address' },
      at,
    )
  expect([check(1000, true), check(1001, true), check(1001, false)]).toEqual([
    ...[undefined, 'store-full', undefined],
  ])
  allotments.count(
    {
      ...{ budget: 'client', size: 900, isCrowded: true, ttlMs: 300_000 },
      addressBudget: 'address',
    },
    at,
  )
  expect([check(100, true), check(101, true, 'another'), check(2100, false)]).toEqual([
    ...[undefined, 'store-full', undefined],
  ])
  expect(check(2101, false)).toBe('share-used')
})
