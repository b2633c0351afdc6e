import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPopup } from './watchPopup.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function open() {
  const popup = { closed: false }
  const received: string[] = []
  const state = { isWaiting: true }
  const watched = watchPopup(popup, {
    isWaiting: () => state.isWaiting,
    emit: (one) => received.push(one),
  })
  return { popup, state, received, watched }
}

test('[T25] reports at once a window that was closed before it reached the frame', () => {
  const { popup, received } = open()
  vi.advanceTimersByTime(1_000)
  popup.closed = true
  vi.advanceTimersByTime(250)
  expect(received).toEqual(['opening', 'closed'])
  vi.advanceTimersByTime(60_000)
  expect(received).toHaveLength(2)
})

test('[T25] reports a window that does not load within 15 s, and its end', () => {
  const { popup, received } = open()
  vi.advanceTimersByTime(14_900)
  expect(received).toEqual(['opening'])
  vi.advanceTimersByTime(60_000)
  expect(received).toEqual(['opening', 'late'])
  popup.closed = true
  vi.advanceTimersByTime(250)
  expect(received).toEqual(['opening', 'late', 'closed'])
})

test('stops at a window that reached the frame, or whose request has ended', () => {
  const found = open()
  found.watched.connect()
  found.popup.closed = true
  const over = open()
  over.state.isWaiting = false
  vi.advanceTimersByTime(60_000)
  expect(found.received).toEqual(['opening', 'open'])
  expect(over.received).toEqual(['opening'])
})
