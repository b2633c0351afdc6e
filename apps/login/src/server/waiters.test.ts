import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWaiters } from './waiters.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const never = () => new AbortController().signal

/** Waits, and tells whether it is over. */
function waitOf(
  waiters: ReturnType<typeof createWaiters>,
  key: string,
  { signal = never(), timeoutMs = 1000 } = {},
) {
  const state = { isOver: false }
  void waiters.wait(key, { signal, timeoutMs }).then(() => {
    state.isOver = true
  })
  return state
}

test('waiters all waiters of a key, and no others', async () => {
  const waiters = createWaiters()
  const [one, two, other] = [waitOf(waiters, 'a'), waitOf(waiters, 'a'), waitOf(waiters, 'b')]
  waiters.wake('c')
  waiters.wake('a')
  await vi.advanceTimersByTimeAsync(0)
  expect([one, two, other].map(({ isOver }) => isOver)).toEqual([true, true, false])
  // Nothing of it is left.
  expect(vi.getTimerCount()).toBe(1)
})

test('a wait ends at its timeout, not earlier', async () => {
  const waiters = createWaiters()
  const one = waitOf(waiters, 'a')
  await vi.advanceTimersByTimeAsync(999)
  expect(one.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(one.isOver).toBe(true)
})

test('a wait ends when the caller has disconnected, even before it began, and leaves no listener or timer', async () => {
  const waiters = createWaiters()
  const caller = new AbortController()
  const remove = vi.spyOn(caller.signal, 'removeEventListener')
  const one = waitOf(waiters, 'a', { signal: caller.signal })
  caller.abort()
  await vi.advanceTimersByTimeAsync(0)
  const late = waitOf(waiters, 'a', { signal: caller.signal })
  await vi.advanceTimersByTimeAsync(0)
  expect([one.isOver, late.isOver, vi.getTimerCount()]).toEqual([true, true, 0])
  expect(remove).toHaveBeenCalledTimes(1)
})

test('waiters all waiters when it is closed, and lets later waits end at once', async () => {
  const waiters = createWaiters()
  const all = [waitOf(waiters, 'a'), waitOf(waiters, 'b')]
  expect(waiters.isEnded).toBe(false)
  waiters.end()
  all.push(waitOf(waiters, 'c'))
  await vi.advanceTimersByTimeAsync(0)
  expect([waiters.isEnded, ...all.map(({ isOver }) => isOver)]).toEqual([true, true, true, true])
  expect(vi.getTimerCount()).toBe(0)
})

test('waiters a new waiter of a key whose earlier waiter has timed out', async () => {
  const waiters = createWaiters()
  waitOf(waiters, 'a')
  const stays = waitOf(waiters, 'a', { timeoutMs: 5000 })
  await vi.advanceTimersByTimeAsync(1000)
  const again = waitOf(waiters, 'a')
  waiters.wake('a')
  await vi.advanceTimersByTimeAsync(0)
  expect([stays.isOver, again.isOver]).toEqual([true, true])
})
