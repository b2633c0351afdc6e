import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gate } from '../testFoyer.test.kit.ts'
import { settle } from './settle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('returns the result, and leaves no timer', async () => {
  expect(await settle(async () => 'there', { timeoutMs: 1_000 })).toBe('there')
  expect(vi.getTimerCount()).toBe(0)
})

test('error: times out, and aborts the work', async () => {
  let signal: AbortSignal | undefined
  const end = settle(
    (given) => {
      signal = given
      return new Promise(() => {})
    },
    { timeoutMs: 1_000 },
  )
  const expected = expect(end).rejects.toMatchObject({
    code: 'request-timed-out',
    message: 'request timed out',
    details: '1000 ms',
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expected
  expect(signal?.aborted).toBe(true)
})

test('error: an abort ends it at once; a later result is ignored', async () => {
  const late = gate<string>()
  const controller = new AbortController()
  let signal: AbortSignal | undefined
  const end = settle(
    (given) => {
      signal = given
      return late.promise
    },
    { signal: controller.signal, timeoutMs: 1_000 },
  )
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(signal?.aborted).toBe(true)
  late.fail(new Error('too late'))
  expect(vi.getTimerCount()).toBe(0)
})

test('error: does not begin after an abort', async () => {
  const run = vi.fn(async () => 1)
  await expect(settle(run, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'request-aborted',
  })
  expect(run).not.toHaveBeenCalled()
})

test('error: a synchronous exception rejects, and leaves no timer', async () => {
  const run = (): never => {
    throw new Error('at once')
  }
  await expect(settle(run, { timeoutMs: 1_000 })).rejects.toThrow('at once')
  expect(vi.getTimerCount()).toBe(0)
})

test('without a limit it waits as long as a timer can', async () => {
  const slow = gate<string>()
  const end = settle(() => slow.promise, {})
  await vi.advanceTimersByTimeAsync(86_400_000)
  slow.open('there')
  expect(await end).toBe('there')
})
