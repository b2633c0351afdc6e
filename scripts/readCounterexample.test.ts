import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCounterexample } from './readCounterexample.ts'

const property = fc.property(
  fc.integer(),
  fc.string(),
  (number, text) => number < 1_000 || text === '?',
)

test('reads the seed, the path and the arguments of a failed property', () => {
  const failed = fc.check(property, { seed: 7, numRuns: 1_000 })
  const found = readCounterexample(fc.defaultReportMessage(failed) ?? '')
  expect(found).toEqual({
    seed: 7,
    path: failed.counterexamplePath,
    counterexample: fc.stringify(failed.counterexample),
  })
  expect(found?.counterexample).toBe('[1000,""]')
  expect(fc.check(property, { seed: 7, path: found?.path ?? '' }).failed).toBe(true)
})

test('reads nothing from another error', () => {
  expect(readCounterexample('expected 1 to be 2')).toBeUndefined()
})
