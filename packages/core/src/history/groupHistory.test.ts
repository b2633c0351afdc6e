import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupHistory } from './groupHistory.ts'
import { testTransaction } from './testHistory.test.kit.ts'

const at = (...moments: string[]) =>
  moments.map((minedAt, index) => testTransaction(index, { minedAt }))
const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu']

test('[3.3] groups by year, then month, newest first', () => {
  const transactions = at(
    '2026-11-03T12:00:00Z',
    '2026-11-01T12:00:00Z',
    '2026-02-01T12:00:00Z',
    '2024-11-01T12:00:00Z',
  )
  const [first, second, third, fourth] = transactions
  expect(groupHistory(transactions, { timeZone: 'UTC' })).toEqual([
    {
      year: 2026,
      months: [
        { month: 11, transactions: [first, second] },
        { month: 2, transactions: [third] },
      ],
    },
    { year: 2024, months: [{ month: 11, transactions: [fourth] }] },
  ])
})

test.each([
  ['UTC', 2027, 1],
  ['America/Los_Angeles', 2026, 12],
])('[3.3] the year begins at midnight of the time zone: %s', (timeZone, year, month) => {
  const [group] = groupHistory(at('2027-01-01T05:00:00Z'), { timeZone })
  expect([group?.year, group?.months[0]?.month]).toEqual([year, month])
})

test('an unreadable time is not lost: it counts as the oldest', () => {
  const [broken, fine] = at('soon', '2026-11-03T12:00:00Z')
  const years = groupHistory([broken!, fine!], { timeZone: 'UTC' })
  expect(years.map(({ year }) => year)).toEqual([2026, 1970])
})

test('[3.3] nothing is lost or doubled, the newest is first, and the same moment keeps its order', () => {
  const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      fc.array(fc.oneof(moment, fc.constant(new Date('2026-01-01T00:00:00Z')))),
      fc.constantFrom(...zones),
      (moments, timeZone) => {
        const transactions = at(...moments.map((one) => one.toISOString()))
        const years = groupHistory(transactions, { timeZone })
        const all = years.flatMap(({ months }) => months.flatMap((one) => one.transactions))
        const timeOf = (index: number) => Date.parse(transactions[index]?.metadata.minedAt ?? '')
        const expected = transactions
          .map((_, index) => index)
          .sort((one, other) => timeOf(other) - timeOf(one) || one - other)
        expect(all).toEqual(expected.map((index) => transactions[index]))
        const numbers = years.map(({ year }) => year)
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => other - one))
        for (const { months } of years) {
          const names = months.map(({ month }) => month)
          expect(names).toEqual([...new Set(names)].sort((one, other) => other - one))
        }
      },
    ),
  )
})
