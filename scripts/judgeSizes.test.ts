import { expect, test } from 'vitest'
import { judgeSizes, type Row } from './judgeSizes.ts'

const row = (measured: number): Row => ({
  name: 'Connect',
  measured,
  unit: 'bytes',
  files: [],
  budget: 1000,
})
const limits = (measured: number, limit: number) => ({ Connect: { measured, limit } })

test('accepts a row at its limit', () => {
  expect(judgeSizes([row(550)], limits(500, 550))).toEqual([])
})

test.each([
  ['above its limit', row(551), limits(500, 550), 'the limit is 550'],
  ['above its budget, whatever its limit', row(1001), limits(950, 1045), 'the budget is 1000'],
  ['without a limit', row(500), {}, 'has no limit'],
  ['with a limit above 10 %', row(500), limits(500, 600), 'more than 10 %'],
  ['without a measurement', row(Number.NaN), limits(500, 550), 'nothing was measured'],
])('rejects a row %s', (_, measured, table, problem) => {
  expect(judgeSizes([measured], table)).toEqual([expect.stringContaining(problem)])
})

test('rejects a row with too many script files', () => {
  const files: Row = { ...row(13), unit: 'files', budget: 12 }
  expect(judgeSizes([files], limits(13, 14))).toEqual(['Connect: 13 files, the budget is 12'])
})

test('rejects a limit without a row', () => {
  expect(judgeSizes([], limits(500, 550))).toEqual(['Connect: has a limit and is not measured'])
})
