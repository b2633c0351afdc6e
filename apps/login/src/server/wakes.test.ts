import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWakes } from './wakes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const never = () => new AbortController().signal

/** Waits, and tells whether it is over. */
function waitOf(
  wakes: ReturnType<typeof createWakes>,
  key: string,
  { signal = never(), timeoutMs = 1000 } = {},
) {
  const state = { isOver: false }
  void wakes.wait(key, { signal, timeoutMs }).then(() => {
    state.isOver = true
  })
  return state
}

test('wakes all waiters of a key, and no others', async () => {
  const wakes = createWakes()
  const [one, two, other] = [waitOf(wakes, 'a'), waitOf(wakes, 'a'), waitOf(wakes, 'b')]
  wakes.wake('c')
  wakes.wake('a')
  await vi.advanceTimersByTimeAsync(0)
  expect([one, two, other].map(({ isOver }) => isOver)).toEqual([true, true, false])
  // Nothing of it is left.
  expect(vi.getTimerCount()).toBe(1)
})

test('a wait ends at its timeout, not earlier', async () => {
  const wakes = createWakes()
  const one = waitOf(wakes, 'a')
  await vi.advanceTimersByTimeAsync(999)
  expect(one.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(one.isOver).toBe(true)
})

test('a wait ends when the caller has disconnected, even before it began, and leaves no listener or timer', async () => {
  const wakes = createWakes()
  const caller = new AbortController()
  const remove = vi.spyOn(caller.signal, 'removeEventListener')
  const one = waitOf(wakes, 'a', { signal: caller.signal })
  caller.abort()
  await vi.advanceTimersByTimeAsync(0)
  const late = waitOf(wakes, 'a', { signal: caller.signal })
  await vi.advanceTimersByTimeAsync(0)
  expect([one.isOver, late.isOver, vi.getTimerCount()]).toEqual([true, true, 0])
  expect(remove).toHaveBeenCalledTimes(1)
})

test('wakes all waiters when it is closed, and lets later waits end at once', async () => {
  const wakes = createWakes()
  const all = [waitOf(wakes, 'a'), waitOf(wakes, 'b')]
  expect(wakes.isEnded).toBe(false)
  wakes.end()
  all.push(waitOf(wakes, 'c'))
  await vi.advanceTimersByTimeAsync(0)
  expect([wakes.isEnded, ...all.map(({ isOver }) => isOver)]).toEqual([true, true, true, true])
  expect(vi.getTimerCount()).toBe(0)
})

test('wakes a new waiter of a key whose earlier waiter has timed out', async () => {
  const wakes = createWakes()
  waitOf(wakes, 'a')
  const stays = waitOf(wakes, 'a', { timeoutMs: 5000 })
  await vi.advanceTimersByTimeAsync(1000)
  const again = waitOf(wakes, 'a')
  wakes.wake('a')
  await vi.advanceTimersByTimeAsync(0)
  expect([stays.isOver, again.isOver]).toEqual([true, true])
})
