import { expect, test } from 'vitest'
import { compareWork, times } from './compareWork.ts'

/** Letters that are looked for from the start each time: quadratic. */
const findAgain = (count: number) => {
  const text = `${'a'.repeat(count)}b`
  for (let turn = 0; turn < count; turn++) text.indexOf('b')
}
const findOnce = (count: number) => {
  for (let turn = 0; turn < count * 100; turn++) Math.sqrt(turn)
}

test.each<[string, (count: number) => void, number, number]>([
  ['1 for linear work', findOnce, 0.25, 4],
  ['the number of parts for quadratic work', findAgain, 8, 512],
])('returns about %s', (_, run, least, most) => {
  const work = compareWork(
    () => run(32_000),
    times(64, () => run(500)),
  )
  expect(work).toBeGreaterThan(least)
  expect(work).toBeLessThan(most)
})
