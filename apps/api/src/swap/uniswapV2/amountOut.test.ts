import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceImpact } from '../priceImpact.ts'
import { amountOut, amountThrough } from './amountOut.ts'

const reserve = fc.bigInt(1n, 2n ** 111n)
const pool = fc.record({ own: reserve, other: reserve })

test('never pays out so much that the product of the reserves falls', () => {
  fc.assert(
    fc.property(pool, fc.bigInt(1n, 2n ** 111n), (reserves, amount) => {
      const out = amountOut(amount, reserves) ?? 0n
      expect(out).toBeLessThan(reserves.other)
      // The pool's own check: 0.3 % of what comes in stays aside.
      const own = (reserves.own + amount) * 1000n - amount * 3n
      expect(own * (reserves.other - out) * 1000n).toBeGreaterThanOrEqual(
        reserves.own * reserves.other * 1_000_000n,
      )
    }),
  )
})

test('one unit more would break the pool’s check: the quote is exact', () => {
  fc.assert(
    fc.property(pool, fc.bigInt(1n, 2n ** 111n), (reserves, amount) => {
      const out = amountOut(amount, reserves)
      fc.pre(out !== undefined)
      const own = (reserves.own + amount) * 1000n - amount * 3n
      expect(own * (reserves.other - out! - 1n) * 1000n).toBeLessThan(
        reserves.own * reserves.other * 1_000_000n,
      )
    }),
  )
})

test('the loss of a route is between its fees and all', () => {
  fc.assert(
    fc.property(
      fc.array(pool, { minLength: 1, maxLength: 2 }),
      fc.bigInt(1n, 2n ** 100n),
      (pools, amountIn) => {
        const received = amountThrough(amountIn, pools)
        fc.pre(received !== undefined)
        const impact = priceImpact({ amountIn, received: received! }, pools)
        expect(impact).toBeGreaterThanOrEqual(0.2999)
        expect(impact).toBeLessThanOrEqual(100)
      },
    ),
  )
})

test.each([
  ['an empty pool', { own: 0n, other: 5n }, 5n],
  ['a pool without the other token', { own: 5n, other: 0n }, 5n],
  ['more than a pool can store', { own: 1n, other: 5n }, 2n ** 112n - 1n],
  ['so little that nothing comes out', { own: 1000n, other: 10n }, 1n],
])('pays nothing for %s', (_, reserves, amount) => {
  expect(amountOut(amount, reserves)).toBeUndefined()
  expect(amountThrough(amount, [reserves, { own: 5n, other: 5n }])).toBeUndefined()
})
