import { expect, test } from 'vitest'
import { drawPlaces } from './drawPlaces.ts'

const places = Array.from({ length: 100 }, (_, index) => index)

test('selects the same places for the same seed, in source order', () => {
  const drawn = drawPlaces(places, { count: 10, seed: 1 })
  expect(new Set(drawn).size).toBe(10)
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
  expect(drawPlaces(places, { count: 10, seed: 1 })).toEqual(drawn)
  expect(drawPlaces(places, { count: 10, seed: 2 })).not.toEqual(drawn)
})

test('selects all places if there are fewer', () => {
  expect(drawPlaces(places, { count: 1_000, seed: 1 })).toEqual(places)
})
