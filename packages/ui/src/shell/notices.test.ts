import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotices, noticeGapMs, noticeMs } from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('shows a notice at once, and hides it after 5 s', () => {
  const { show, store } = createNotices()
  show({ tone: 'success', text: 'Copied' })
  expect(store.get()).toMatchObject({ tone: 'success', text: 'Copied' })
  vi.advanceTimersByTime(noticeMs)
  expect(store.get()).toBeUndefined()
})

test('[9.13] a notice that replaces another opens after 150 ms', () => {
  expect(noticeGapMs).toBe(150)
  const { show, store } = createNotices()
  show({ tone: 'info', text: 'first' })
  show({ tone: 'error', text: 'second' })
  expect(store.get()).toBeUndefined()
  vi.advanceTimersByTime(149)
  expect(store.get()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(store.get()).toMatchObject({ tone: 'error', text: 'second' })
})

test('the same text again is a new notice', () => {
  const { show, store } = createNotices()
  show({ tone: 'info', text: 'Copied' })
  const first = store.get()?.id
  show({ tone: 'info', text: 'Copied' })
  vi.advanceTimersByTime(noticeGapMs)
  expect(store.get()?.id).not.toBe(first)
})
