import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPopup } from './watchPopup.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function open() {
  const popup = { closed: false }
  const told: string[] = []
  const state = { isWaiting: true }
  const watched = watchPopup(popup, {
    isWaiting: () => state.isWaiting,
    tell: (one) => told.push(one),
  })
  return { popup, state, told, watched }
}

test('[T25] reports at once a window that was closed before it reached the frame', () => {
  const { popup, told } = open()
  vi.advanceTimersByTime(1_000)
  popup.closed = true
  vi.advanceTimersByTime(250)
  expect(told).toEqual(['opening', 'closed'])
  vi.advanceTimersByTime(60_000)
  expect(told).toHaveLength(2)
})

test('[T25] reports a window that does not load within 15 s, and its end', () => {
  const { popup, told } = open()
  vi.advanceTimersByTime(14_900)
  expect(told).toEqual(['opening'])
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual(['opening', 'late'])
  popup.closed = true
  vi.advanceTimersByTime(250)
  expect(told).toEqual(['opening', 'late', 'closed'])
})

test('stops at a window that reached the frame, or whose request has ended', () => {
  const found = open()
  found.watched.connect()
  found.popup.closed = true
  const over = open()
  over.state.isWaiting = false
  vi.advanceTimersByTime(60_000)
  expect(found.told).toEqual(['opening', 'open'])
  expect(over.told).toEqual(['opening'])
})
