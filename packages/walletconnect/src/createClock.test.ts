import { expect, test } from 'vitest'
import { createClock } from './createClock.ts'

const at = 1_800_000_000_000
const clockOf = (...times: (number | undefined)[]) =>
  createClock({ now: () => at, readServerTime: async () => times.shift() })

test('a slow clock is put right, and the server asked no more', async () => {
  const clock = clockOf(at + 600_000, at)
  expect(clock.now()).toBe(at)
  expect(await clock.learn()).toBe(true)
  expect(clock.now()).toBe(at + 600_000)
  expect(await clock.learn()).toBe(false)
  expect(clock.now()).toBe(at + 600_000)
})

test('a fast clock, one that is nearly right, and a server that says nothing change nothing', async () => {
  for (const time of [at - 600_000, at + 30_000, undefined]) {
    const clock = clockOf(time)
    expect(await clock.learn()).toBe(false)
    expect(clock.now()).toBe(at)
  }
})

test('a server that did not answer is asked again', async () => {
  const clock = clockOf(undefined, at + 600_000)
  expect(await clock.learn()).toBe(false)
  expect(await clock.learn()).toBe(true)
})
