import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capUnitPrice, readUnitPrice } from './priorityFee.ts'

const answering = (fees: readonly unknown[]) => async () =>
  fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee }))

test('returns the price that three of four blocks did not exceed', async () => {
  expect(await readUnitPrice(answering([0, 4, 1, 3, 2]), ['a'])).toBe(3n)
  expect(await readUnitPrice(answering([9]), ['a'])).toBe(9n)
  expect(await readUnitPrice(answering([0, 0, 0, 0, 100_000]), ['a'])).toBe(0n)
})

test('asks for the changed accounts', async () => {
  const asked: unknown[] = []
  await readUnitPrice(
    async (call) => {
      asked.push(call)
      return []
    },
    ['a', 'b'],
  )
  expect(asked).toEqual([{ method: 'getRecentPrioritizationFees', params: [['a', 'b']] }])
})

test('returns 0 if the node does not answer', async () => {
  expect(await readUnitPrice(answering([]), ['a'])).toBe(0n)
  expect(await readUnitPrice(answering(['x']), ['a'])).toBe(0n)
  expect(await readUnitPrice(() => Promise.reject(new Error('no such method')), ['a'])).toBe(0n)
})

test('returns the highest price up to the requested one that stays within the maximum', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 2n ** 64n),
      fc.integer({ min: 1, max: 1_400_000 }),
      fc.bigInt(0n, 10n ** 9n),
      (price, units, most) => {
        const capped = capUnitPrice({ most, price, units })
        expect(capped).toBeLessThanOrEqual(price)
        const lamportsOf = (unitPrice: bigint) =>
          (unitPrice * BigInt(units) + 999_999n) / 1_000_000n
        expect(lamportsOf(capped)).toBeLessThanOrEqual(most)
        if (capped < price) expect(lamportsOf(capped + 1n)).toBeGreaterThan(most)
      },
    ),
  )
  expect(capUnitPrice({ most: 1_000_000n, price: 5n, units: 200_000 })).toBe(5n)
})
