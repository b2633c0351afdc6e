import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createModalStore, shakeMs } from './modalStore.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('[3.12] contains loading, loading by namespace, open, shake and namespace', () => {
  const store = createModalStore()
  expect(store.get()).toMatchObject({
    loading: false,
    loadingByNamespace: {},
    open: false,
    shake: false,
    namespace: undefined,
  })
  store.setOpen('solana')
  expect(store.get()).toMatchObject({
    loading: true,
    loadingByNamespace: { solana: true },
    open: true,
    namespace: 'solana',
  })
  store.setLoading(false)
  expect(store.get()).toMatchObject({ loading: false, loadingByNamespace: { solana: false } })
  store.setClosed()
  expect(store.get()).toMatchObject({
    loading: false,
    loadingByNamespace: {},
    open: false,
    namespace: undefined,
  })
})

test('[4.16] shakes for 500 ms', () => {
  expect(shakeMs).toBe(500)
  const store = createModalStore()
  store.shake()
  vi.advanceTimersByTime(499)
  expect(store.get().shake).toBe(true)
  vi.advanceTimersByTime(1)
  expect(store.get().shake).toBe(false)
})

test('[4.16] a second shake restarts it', () => {
  const store = createModalStore()
  store.shake()
  vi.advanceTimersByTime(400)
  store.shake()
  vi.advanceTimersByTime(400)
  expect(store.get().shake).toBe(true)
  vi.advanceTimersByTime(100)
  expect(store.get().shake).toBe(false)
})
