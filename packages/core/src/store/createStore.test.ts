import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from './createStore.ts'
import { watch } from './watch.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('reads, replaces and notifies', () => {
  const store = createStore({ count: 1 })
  const received: [number, number][] = []
  const stop = store.subscribe((state, previous) => received.push([state.count, previous.count]))
  store.set({ count: 2 })
  store.set((state) => ({ count: state.count + 1 }))
  stop()
  store.set({ count: 9 })
  expect(store.get()).toEqual({ count: 9 })
  expect(received).toEqual([
    [2, 1],
    [3, 2],
  ])
})

test('setting the same value does not notify', () => {
  const state = { count: 1 }
  const store = createStore(state)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set(state)
  store.set((same) => same)
  expect(listener).not.toHaveBeenCalled()
})

test('one listener subscribed twice is called twice and removed one by one', () => {
  const store = createStore(0)
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.subscribe(listener)
  stop()
  stop()
  store.set(1)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a listener removed by an earlier one is not called', () => {
  const store = createStore(0)
  const received: string[] = []
  store.subscribe(() => stop())
  const stop = store.subscribe(() => received.push('late'))
  store.set(1)
  expect(received).toEqual([])
})

test('error: a listener that throws stops neither the others nor the change, and is reported', async () => {
  const uncaught: unknown[] = []
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => uncaught.push(error))
  try {
    const store = createStore(0)
    const received: number[] = []
    store.subscribe(() => {
      throw new Error('mine')
    })
    store.subscribe((state) => received.push(state))
    store.set(1)
    expect(received).toEqual([1])
    await vi.waitFor(() => expect(uncaught).toEqual([new Error('mine')]))
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const listener of before) process.on('uncaughtException', listener)
  }
})

test('a watcher is called only when its slice changes, never at once', () => {
  const store = createStore({ a: 1, b: 1 })
  const received: [number, number][] = []
  const stop = watch(
    store,
    ({ a }) => a,
    (a, previous) => received.push([a, previous]),
  )
  store.set((state) => ({ ...state, b: 2 }))
  store.set((state) => ({ ...state, a: 2 }))
  stop()
  store.set((state) => ({ ...state, a: 3 }))
  expect(received).toEqual([[2, 1]])
})

test('a watcher that writes is called in order, once for each change', () => {
  const store = createStore(0)
  const received: number[] = []
  watch(store, Math.sign, () => store.set((count) => count + 10))
  watch(
    store,
    (count) => count,
    (count) => received.push(count),
  )
  store.set(1)
  expect(store.get()).toBe(11)
  expect(received).toEqual([11])
})

test('a watcher can define equality', () => {
  const store = createStore([1])
  const listener = vi.fn()
  watch(
    store,
    (list) => list,
    listener,
    (a, b) => a.join() === b.join(),
  )
  store.set([1])
  expect(listener).not.toHaveBeenCalled()
  store.set([2])
  expect(listener).toHaveBeenCalledWith([2], [1])
})
