import { expect, test } from 'vitest'
import { createClock } from './createClock.ts'

const at = 1_800_000_000_000
const clockOf = (...times: (number | undefined)[]) =>
  createClock({ now: () => at, readServerTime: async () => times.shift() })

test('corrects a slow clock, and asks the server only once', async () => {
  const clock = clockOf(at + 600_000, at)
  expect(clock.now()).toBe(at)
  expect(await clock.sync()).toBe(true)
  expect(clock.now()).toBe(at + 600_000)
  expect(await clock.sync()).toBe(false)
  expect(clock.now()).toBe(at + 600_000)
})

test('a fast clock, a nearly right one and a silent server change nothing', async () => {
  for (const time of [at - 600_000, at + 30_000, undefined]) {
    const clock = clockOf(time)
    expect(await clock.sync()).toBe(false)
    expect(clock.now()).toBe(at)
  }
})

test('asks a server that did not answer again', async () => {
  const clock = clockOf(undefined, at + 600_000)
  expect(await clock.sync()).toBe(false)
  expect(await clock.sync()).toBe(true)
})
