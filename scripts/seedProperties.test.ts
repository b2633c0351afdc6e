import fc from 'fast-check'
import { expect, inject, test } from 'vitest'

test('every property uses the seed of the run', () => {
  const { seed } = inject('properties')
  expect(fc.readConfigureGlobal()).toMatchObject({ seed })
  const draw = (more: fc.Parameters<[number]> = {}) => {
    const drawn: number[] = []
    fc.assert(
      fc.property(fc.integer(), (one) => void drawn.push(one)),
      more,
    )
    return drawn
  }
  expect(draw()).toEqual(draw({ seed }))
  expect(draw()).not.toEqual(draw({ seed: seed + 1 }))
})
