import { expect, test } from 'vitest'
import { contrast, layOver, type Rgba } from './contrast.ts'

const white: Rgba = [255, 255, 255, 1]
const black: Rgba = [0, 0, 0, 1]

test('returns the contrast that WCAG defines, whichever colour comes first', () => {
  expect(contrast(black, white)).toBeCloseTo(21)
  expect(contrast(white, white)).toBe(1)
  expect(contrast(white, [118, 118, 118, 1])).toBeCloseTo(4.54, 2)
  expect(contrast([0, 0, 255, 1], [0, 255, 0, 1])).toBeCloseTo(6.26, 2)
  expect(contrast([10, 10, 10, 1], black)).toBeCloseTo(1.0607, 4)
  expect(contrast([119, 119, 119, 1], white)).toBeCloseTo(4.48, 2)
})

test('measures a translucent colour blended with its background', () => {
  expect(layOver([0, 0, 0, 0.5], white)).toEqual([127.5, 127.5, 127.5, 1])
  expect(contrast(layOver([0, 0, 0, 0.05], white), white)).toBeLessThan(1.2)
})
