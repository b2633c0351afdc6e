import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withinLimit } from './withinLimit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})

it('returns the result or the failure of the work, and removes its timer and listener', async () => {
  const controller = new AbortController()
  const left = vi.spyOn(controller.signal, 'removeEventListener')
  expect(await withinLimit(Promise.resolve(7), controller.signal)).toEqual({
    status: 'done',
    value: 7,
  })
  expect(await withinLimit(Promise.reject(new Error('away')), controller.signal)).toEqual({
    status: 'failed',
  })
  expect(vi.getTimerCount()).toBe(0)
  expect(left).toHaveBeenCalledTimes(2)
})

it('rejects after five seconds', async () => {
  const waiting = withinLimit(never, undefined)
  const early = vi.fn()
  void waiting.then(early)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(early).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await waiting).toEqual({ status: 'timed-out' })
})

it('error: rejects at once on an abort, also on an earlier one', async () => {
  const controller = new AbortController()
  const waiting = withinLimit(never, controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'request-aborted' })
  await expect(withinLimit(never, controller.signal)).rejects.toMatchObject({
    code: 'request-aborted',
  })
  expect(vi.getTimerCount()).toBe(0)
})
