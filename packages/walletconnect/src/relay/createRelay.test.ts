import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BrowserSocket } from '../browser.ts'
import { testBrowser } from '../testBrowser.test.kit.ts'
import { createRelay, heartbeatMs } from './createRelay.ts'
import type { Outgoing } from './outbox.ts'
import type { RelayProblem } from './relayProblem.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A relay that accepts messages, refuses them, or never answers. */
function setUp({
  isDeaf = () => false,
  refuses = () => undefined,
  topics = [],
}: {
  /** True if the socket with this number, from 1, is no longer answered. */
  isDeaf?: (socket: number) => boolean
  /** The code of its refusals. */
  refuses?: () => number | undefined
  topics?: string[]
}) {
  const asked: string[] = []
  const published: string[] = []
  const waiting: Outgoing[] = []
  const sent: number[] = []
  const problems: (RelayProblem | undefined)[] = []
  let opened = 0
  const openSocket = (): BrowserSocket => {
    const number = ++opened
    const socket: BrowserSocket = {
      readyState: 0,
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      close() {},
      send(text) {
        const { id, method } = JSON.parse(String(text)) as { id: number; method: string }
        asked.push(method)
        if (method === 'irn_publish') published.push(String(text))
        if (isDeaf(number)) return
        const code = refuses()
        const outcome = code ? { error: { code, message: 'Try again' } } : { result: true }
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
    onSent(id, problem) {
      sent.push(id)
      problems.push(problem)
    },
    outbox: {
      add: (message) => waiting.push(message),
      remove: (id) => waiting.splice(0, waiting.length, ...waiting.filter((one) => one.id !== id)),
      list: () => waiting,
    },
    readTopics: () => topics,
  })
  return { asked, opened: () => opened, problems, published, relay, sent, waiting }
}

const message = (): Outgoing => ({
  id: 7,
  topic: 'topic',
  message: 'message',
  ttl: 300,
  tag: 1108,
  deadline: Date.now() + 300_000,
})

test('[9.15] resends unaccepted messages every 5 s, the same bytes, until the relay has them', async () => {
  expect(heartbeatMs).toBe(5_000)
  let isBusy = true
  const { published, relay, sent, waiting } = setUp({
    refuses: () => (isBusy ? -32005 : undefined),
  })
  waiting.push(message())
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
  // Nothing is pending: no timer remains.
  relay.sync()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(published).toHaveLength(3)
  relay.stop()
})

test.each([-32603, -32000, 429, 503])(
  'resends a message that the relay refused with %i at the next heartbeat, not before',
  async (code) => {
    let isFailing = true
    const { problems, published, relay, waiting } = setUp({
      refuses: () => (isFailing ? code : undefined),
    })
    waiting.push(message())
    relay.sync()
    // Other messages are sent meanwhile.
    for (let second = 0; second < 4; second++) {
      await vi.advanceTimersByTimeAsync(1_000)
      relay.sync()
    }
    expect([published.length, waiting.length, problems]).toEqual([1, 1, []])
    isFailing = false
    await vi.advanceTimersByTimeAsync(1_500)
    expect([published.length, waiting.length, problems]).toEqual([2, 0, [undefined]])
    relay.stop()
  },
)

test.each([-32700, -32602, -32600, 413])(
  'error: drops a message that the relay refuses for good, with %i',
  async (code) => {
    const { problems, published, relay, waiting } = setUp({ refuses: () => code })
    waiting.push(message())
    relay.sync()
    await vi.advanceTimersByTimeAsync(20_000)
    const details = 'The relay refused the message: Try again'
    expect(problems).toEqual([{ code: 'relay-refused', details }])
    expect([published.length, waiting.length]).toEqual([1, 0])
    relay.stop()
  },
)

test('replaces a socket that is silent for 10 s, and resends pending messages, the same bytes', async () => {
  const { opened, published, relay, sent, waiting } = setUp({ isDeaf: (socket) => socket === 1 })
  waiting.push(message())
  relay.sync()
  await vi.advanceTimersByTimeAsync(9_000)
  expect([opened(), published.length, sent]).toEqual([1, 1, []])
  await vi.advanceTimersByTimeAsync(7_000)
  expect([opened(), published.length, sent]).toEqual([2, 2, [7]])
  expect(new Set(published).size).toBe(1)
  relay.stop()
})

test('replaces a silent socket after the clock of the device was set back', async () => {
  const { opened, relay, waiting } = setUp({ isDeaf: (socket) => socket === 1 })
  waiting.push(message())
  relay.sync()
  await vi.advanceTimersByTimeAsync(1_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(opened()).toBe(2)
  relay.stop()
})

test('fetches waiting messages at the first heartbeat after sleep; replaces a dead socket in 3 s', async () => {
  let isDead = false
  const { asked, opened, relay } = setUp({
    isDeaf: (socket) => isDead && socket === 1,
    topics: ['topic'],
  })
  const sleep = () => vi.setSystemTime(Date.now() + 3_600_000)
  relay.sync()
  await vi.advanceTimersByTimeAsync(11_000)
  expect(asked).toEqual(['irn_batchSubscribe'])
  sleep()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual(['irn_batchSubscribe', 'irn_batchFetchMessages'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(opened()).toBe(1)
  isDead = true
  sleep()
  await vi.advanceTimersByTimeAsync(8_500)
  expect(opened()).toBe(2)
  expect(asked.slice(2)).toEqual(['irn_batchFetchMessages', 'irn_batchSubscribe'])
  relay.stop()
})
