import { resolveLimits } from '@foyer/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { burstOf, createAllowance, extraWeightOf, weightOfLength } from './allowance.ts'
import { createConnection } from './connection.ts'
import { limits as table } from './limits.ts'

const limits = resolveLimits(table, { requestsPerSecond: 2, burstMs: 5000 })
const tooMany = [{ kind: 'close', code: 1013, reason: 'Too many requests' }]

function open() {
  const clock = { nowMs: 1_000_000 }
  const connection = createConnection('client', {
    ...{ address: 'here', addressBudget: 'here', budget: 'client' },
    ...{ burst: burstOf(limits), now: clock.nowMs },
  })
  const { charge } = createAllowance({ limits, now: () => clock.nowMs })
  return { charge: (weight?: number) => charge(connection, weight), clock, connection }
}

test('allows a burst of ten requests, and closes the connection at the eleventh', () => {
  const { charge, connection } = open()
  for (let n = 0; n < 10; n++) expect(charge()).toEqual([])
  expect(charge()).toEqual([{ ...tooMany[0], connection }])
})

test('[T108] allows what a bucket of ten requests holds that refills by two a second', () => {
  const step = fc.record({ waitMs: fc.nat(4000), weight: fc.integer({ min: 1, max: 6 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { charge, clock } = open()
      // In half milliseconds' worth of a request, which are whole numbers.
      let left = 10 * 500
      for (const { waitMs, weight } of steps) {
        clock.nowMs += waitMs
        left = Math.min(10 * 500, left + waitMs) - weight * 500
        // If the sum of fractions decides, either answer is right.
        if (left !== 0) expect(charge(weight)).toMatchObject(left > 0 ? [] : tooMany)
        else charge(weight)
      }
    }),
  )
})

test.each([
  [{}, 0],
  [{ topic: 'x', ttl: 300 }, 0],
  [{ topics: [] }, 0],
  [{ topics: Array(25).fill('x') }, 0],
  [{ topics: Array(26).fill('x') }, 1],
  [{ topics: Array(50).fill('x') }, 1],
  [{ topics: Array(51).fill('x') }, 2],
  [{ short: ['x'], messages: Array(500).fill('x'), last: [] }, 19],
])('counts a call with the parts of row %# as further requests', (params, weight) => {
  expect(extraWeightOf(params)).toBe(weight)
})

test.each([
  [0, 0],
  [4095, 0],
  [4096, 1],
  [200_000, 48],
])('counts a frame of %i characters as %i further requests', (length, weight) => {
  expect(weightOfLength('x'.repeat(length))).toBe(weight)
})
