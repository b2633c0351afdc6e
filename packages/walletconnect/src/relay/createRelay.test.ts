import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BrowserSocket } from '../browser.ts'
import { testBrowser } from '../testBrowser.test.kit.ts'
import { createRelay, heartbeatMs } from './createRelay.ts'
import type { Outgoing } from './outbox.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A relay that is as busy as `refuses` says: it takes a message, or asks to come back later. */
function setUp(refuses: () => boolean) {
  const published: string[] = []
  const waiting: Outgoing[] = []
  const sent: number[] = []
  const openSocket = (): BrowserSocket => {
    const socket: BrowserSocket = {
      readyState: 0,
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      close() {},
      send(text) {
        const { id, method } = JSON.parse(String(text)) as { id: number; method: string }
        if (method === 'irn_publish') published.push(String(text))
        const outcome = refuses() ? { error: { code: -32005, message: 'later' } } : { result: true }
        const data = JSON.stringify({ id, jsonrpc: '2.0', ...outcome })
        setTimeout(() => socket.onmessage?.(new MessageEvent('message', { data })), 1)
      },
    }
    setTimeout(() => {
      Object.assign(socket, { readyState: 1 })
      socket.onopen?.(new Event('open'))
    }, 1)
    return socket
  }
  const relay = createRelay({
    address: async () => 'wss://relay.example/',
    browser: testBrowser({ openSocket }),
    clientId: 'client',
    hash: async (text) => text,
    judge: async () => false,
    nextId: () => 1,
    onMessage: async () => {},
    onAlive() {},
    onPublish() {},
    onSent: (id) => sent.push(id),
    outbox: {
      add: (message) => waiting.push(message),
      remove: (id) => waiting.splice(0, waiting.length, ...waiting.filter((one) => one.id !== id)),
      list: () => waiting,
    },
    readTopics: () => [],
  })
  return { published, relay, sent, waiting }
}

test('[9.15] every 5 s what the relay did not take is sent again, the same bytes, until it has them', async () => {
  expect(heartbeatMs).toBe(5_000)
  let isBusy = true
  const { published, relay, sent, waiting } = setUp(() => isBusy)
  const deadline = Date.now() + 300_000
  waiting.push({ id: 7, topic: 'topic', message: 'message', ttl: 300, tag: 1108, deadline })
  relay.sync()
  await vi.advanceTimersByTimeAsync(100)
  expect(published).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4_850)
  expect(published).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(published).toHaveLength(2)
  isBusy = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(new Set(published).size).toBe(1)
  expect([published.length, sent, waiting]).toEqual([3, [7], []])
  // Nothing waits: no timer is left behind.
  relay.sync()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(published).toHaveLength(3)
  relay.stop()
})
