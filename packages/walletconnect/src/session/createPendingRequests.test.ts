import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from '../createClock.ts'
import { createStore } from '../createStore.ts'
import { noblePrimitives } from '../crypto/noblePrimitives.ts'
import { memoryStorage, testBrowser } from '../testBrowser.test.kit.ts'
import { createPendingRequests } from './createPendingRequests.ts'
import type { Wire } from './wire.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const store = createStore(memoryStorage(), 'test.')
  const wire: Wire = {
    browser: testBrowser(),
    clock: createClock(testBrowser()),
    store,
    log() {},
    primitives: noblePrimitives,
    nextId: () => 1,
    send() {},
    emit() {},
    sync() {},
  }
  const pending = createPendingRequests({
    wire,
    tab: 'tab',
    onLateAnswer: undefined,
    isAlive: async () => true,
    isLeading: () => true,
  })
  const ask = (id: number) =>
    pending.wait(id, {
      topic: 'topic',
      method: 'personal_sign',
      chainId: 'eip155:1',
      deadline: Date.now() + 300_000,
      tab: 'tab',
    })
  return { ask, pending, store }
}

test('error: request-timed-out when a wallet never answers, and it can be asked again', async () => {
  const { ask, pending, store } = setUp()
  const first = ask(1)
  let failed = false
  first.catch(() => {
    failed = true
  })
  await vi.advanceTimersByTimeAsync(299_000)
  expect(failed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(first).rejects.toMatchObject({
    code: 'request-timed-out',
    message: 'request timed out',
    details: expect.stringContaining('it may still do what it was asked'),
  })
  expect(store.list('request.')).toEqual([])
  const second = ask(2)
  store.write('answer.2', {
    request: { topic: 'topic', method: 'personal_sign', deadline: 0, tab: 'tab' },
    result: '0xsigned',
  })
  pending.handleEvent({ kind: 'answer', id: 2 })
  expect(await second).toBe('0xsigned')
})

test('error: does not wait for a request that the relay rejects', async () => {
  const { ask, pending } = setUp()
  const asked = ask(3)
  pending.sent(3, { code: 'relay-refused', details: 'The relay refused it: too large' })
  await expect(asked).rejects.toMatchObject({
    code: 'relay-refused',
    details: 'The relay refused it: too large',
  })
})

test('a relay that rejects the page fails only requests that it has not accepted', async () => {
  const { ask, pending, store } = setUp()
  const [accepted, unsent] = [ask(6), ask(7)]
  pending.sent(6, undefined)
  pending.handleEvent({
    kind: 'problem',
    problem: { code: 'relay-refused', details: 'Unauthorized: invalid key' },
  })
  await expect(unsent).rejects.toMatchObject({ code: 'relay-refused' })
  expect(store.list('request.')).toEqual(['request.6'])
  store.write('answer.6', {
    request: { topic: 'topic', method: 'personal_sign', deadline: 0, tab: 'tab' },
    result: '0xsigned',
  })
  pending.handleEvent({ kind: 'answer', id: 6 })
  expect(await accepted).toBe('0xsigned')
})

test('error: the end of a session ends its requests', async () => {
  const { ask, pending } = setUp()
  const asked = ask(4)
  pending.handleEvent({ kind: 'session', topic: 'topic' })
  await expect(asked).rejects.toMatchObject({ code: 'not-connected' })
})

test('finds an answer that arrived before anyone waited', async () => {
  const { ask, pending, store } = setUp()
  const asked = ask(5)
  store.write('answer.5', {
    request: { topic: 'topic', method: 'personal_sign', deadline: 0, tab: 'tab' },
    error: { code: 5000, message: 'User rejected.' },
  })
  pending.handleEvent({ kind: 'woke' })
  await expect(asked).rejects.toMatchObject({ code: 'user-rejected' })
})
