import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineLimits, limitVariables, readLimits, resolveLimits } from './limits.ts'
import { dayMs, hourMs, minuteMs, secondMs, sharedLimits } from './sharedLimits.ts'

const table = defineLimits({
  calls: {
    ...{ variable: 'CALLS_PER_MINUTE', default: 5, unit: 'calls', windowMs: 60_000 },
    counts: 'calls',
  },
  waitMs: { variable: 'WAIT_SECONDS', default: 2, unit: 'seconds', counts: 'a wait' },
  holdMs: { variable: 'HOLD_MINUTES', default: 3, unit: 'minutes', counts: 'a hold', min: 0 },
  keepMs: { variable: 'KEEP_DAYS', default: 4, unit: 'days', counts: 'a rest', max: 30 },
  bodyBytes: { variable: 'BODY_KB', default: 5, unit: 'KiB', counts: 'a body' },
  fileBytes: { variable: 'FILE_MB', default: 6, unit: 'MiB', counts: 'a file' },
})

/** Reads variables as a server does. */
function read(env: Record<string, string>): Record<string, number> {
  return readLimits(table, v.parse(v.object(limitVariables(table)), env))
}

test('resolves a rate with its window, times in ms and sizes in bytes', () => {
  const held = {
    calls: { limit: 5, windowMs: 60_000 },
    waitMs: 2000,
    holdMs: 180_000,
    keepMs: 345_600_000,
    bodyBytes: 5120,
    fileBytes: 6_291_456,
  }
  expect(resolveLimits(table)).toEqual(held)
  expect(resolveLimits(table, read({}))).toEqual(held)
  expect(resolveLimits(table, { calls: 0, waitMs: 1, fileBytes: undefined })).toEqual({
    ...held,
    calls: { limit: 0, windowMs: 60_000 },
    waitMs: 1,
  })
  expect(read({ CALLS_PER_MINUTE: '7', HOLD_MINUTES: '0', FILE_MB: '1' })).toMatchObject({
    ...{ calls: 7, holdMs: 0, fileBytes: 1_048_576, waitMs: 2000 },
  })
})

test.each([
  ['CALLS_PER_MINUTE', 1, 1_000_000_000],
  ['HOLD_MINUTES', 0, 1_000_000_000],
  ['KEEP_DAYS', 1, 30],
])('the variable %s accepts values from %i to %i', (variable, min, max) => {
  for (const value of [min, max]) expect(() => read({ [variable]: String(value) })).not.toThrow()
  expect(() => read({ [variable]: String(min - 1) })).toThrow(/must be (at least|a whole number)/)
  expect(() => read({ [variable]: String(max + 1) })).toThrow(`must be at most ${max}`)
})

test('gives every server the same limits for cheap answers', () => {
  expect([secondMs, minuteMs, hourMs, dayMs]).toEqual([1000, 60_000, 3_600_000, 86_400_000])
  const perMinute = (limit: number) => ({ limit, windowMs: 60_000 })
  expect(resolveLimits(sharedLimits)).toEqual({
    lightCallsPerMinute: perMinute(1200),
    lightAnswerMs: 10_000,
    lightAtOnce: 500,
    lightAtOnceOfAddress: 100,
    metricsCallsPerMinute: perMinute(120),
    metricsAtOnce: 10,
    metricsAtOnceOfAddress: 5,
    unknownCallsPerMinute: perMinute(600),
  })
})
