import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSubscriptions } from './subscriptions.ts'

const most = 5
const id = fc.integer({ min: 0, max: 9 }).map(String)

test('never exceeds its maximum, in whatever order a client subscribes and unsubscribes', () => {
  const step = fc.oneof(
    fc.constant({ kind: 'reserve' as const }),
    fc.record({ kind: fc.constant('settle' as const), id: fc.option(id, { nil: undefined }) }),
    // Includes unknown ids, and the same id twice.
    fc.record({ kind: fc.constant('end' as const), id }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const subscriptions = createSubscriptions(most)
      const held = new Set<string>()
      let asked = 0
      for (const one of steps) {
        if (one.kind === 'reserve') {
          const isLeft = held.size + asked < most
          expect(subscriptions.reserve()).toBe(isLeft)
          if (isLeft) asked++
        } else if (one.kind === 'end') {
          subscriptions.end(one.id)
          held.delete(one.id)
        } else if (asked > 0) {
          subscriptions.settle(one.id)
          asked--
          if (one.id !== undefined) held.add(one.id)
        }
        expect(held.size + asked).toBeLessThanOrEqual(most)
        for (let n = 0; n < 10; n++) expect(subscriptions.has(String(n))).toBe(held.has(String(n)))
      }
    }),
  )
})
