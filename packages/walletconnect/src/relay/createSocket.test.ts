import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BrowserSocket } from '../browser.ts'
import { createSocket } from './createSocket.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Fate = (socket: BrowserSocket) => void

const close = (code: number, reason = '') => new CloseEvent('close', { code, reason })
/** The view of a browser: an unreachable relay and a 401 are both just 1006. */
const dead: Fate = (socket) => setTimeout(() => socket.onclose?.(close(1006)), 5)
const opens: Fate = (socket) =>
  setTimeout(() => {
    Object.assign(socket, { readyState: 1 })
    socket.onopen?.(new Event('open'))
  }, 5)
const opensThenCloses =
  (code: number, reason = ''): Fate =>
  (socket) => {
    opens(socket)
    setTimeout(() => socket.onclose?.(close(code, reason)), 10)
  }

function setUp(fate: Fate, judge: (reason: string) => Promise<boolean> = async () => false) {
  const sockets: (BrowserSocket & { isClosed: boolean })[] = []
  const at: number[] = []
  let inFlight = 0
  let mostInFlight = 0
  const received = { open: 0, close: 0, judged: [] as string[] }
  const given = { fate }
  const socket = createSocket({
    address: async () => 'wss://relay.example/?auth=token',
    browser: {
      random: () => 0.5,
      openSocket() {
        at.push(Date.now())
        inFlight++
        mostInFlight = Math.max(mostInFlight, inFlight)
        const one = {
          readyState: 0,
          isClosed: false,
          onopen: null,
          onmessage: null,
          onclose: null,
          onerror: null,
          send() {},
          close() {
            if (!one.isClosed) inFlight--
            one.isClosed = true
          },
        } as unknown as (typeof sockets)[number]
        sockets.push(one)
        given.fate(one)
        return one
      },
    },
    judge: async (reason) => {
      received.judged.push(reason)
      return judge(reason)
    },
    onOpen: () => received.open++,
    onClose: () => received.close++,
    onText() {},
  })
  return { at, given, received, mostInFlight: () => mostInFlight, socket, sockets }
}

const minute = 60_000

describe('a relay that is unreachable, or answers 401', () => {
  test('retries with growing pauses: 0.3 s at first, 30 s at most, one attempt at a time', async () => {
    const { at, mostInFlight, socket } = setUp(dead)
    socket.want(true)
    await vi.advanceTimersByTimeAsync(10 * minute)
    const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0))
    expect(pauses[0]).toBeGreaterThanOrEqual(300)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_100)
    // With the jitter in the middle a late pause is 15 s: 40 in ten minutes, and a few early ones.
    expect(at.length).toBeLessThan(50)
    expect(at.length).toBeGreaterThan(30)
    expect(mostInFlight()).toBe(1)
  })

  test('limits its attempts for any trigger: requests, waking, subscriptions', async () => {
    const { at, mostInFlight, socket } = setUp(dead)
    for (let second = 0; second < 60; second++) {
      for (let times = 0; times < 50; times++) {
        socket.want(true)
        socket.wake()
        socket.retry()
        socket.drop()
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(at.length).toBeLessThanOrEqual(120)
    expect(mostInFlight()).toBe(1)
  })

  test('gives up an unanswered attempt after 15 s', async () => {
    const { at, given, received, socket, sockets } = setUp(() => {})
    socket.want(true)
    await vi.advanceTimersByTimeAsync(14_900)
    expect(at.length).toBe(1)
    given.fate = opens
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(received.open).toBe(1)
  })
})

test('reconnects to a restarted relay; the first pause is short again after 30 s', async () => {
  const { at, given, received, socket, sockets } = setUp(dead)
  socket.want(true)
  await vi.advanceTimersByTimeAsync(5 * minute)
  given.fate = opens
  await vi.advanceTimersByTimeAsync(minute)
  expect(received.open).toBe(1)
  const before = at.length
  sockets.at(-1)?.onclose?.(close(1001))
  expect(received.close).toBe(1)
  await vi.advanceTimersByTimeAsync(400)
  expect(at.length).toBe(before + 1)
  expect(received.open).toBe(2)
})

test('error: after close code 1013 pauses for seconds instead of 0.3 s', async () => {
  const { at, socket } = setUp(opensThenCloses(1013, 'too many requests'))
  socket.want(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(at.length).toBe(1)
  await vi.advanceTimersByTimeAsync(minute)
  expect(at.length).toBeLessThan(10)
})

test('error: after close code 3000 stops until the next explicit request', async () => {
  const { at, given, received, socket } = setUp(opensThenCloses(3000, 'Unauthorized: invalid key'))
  socket.want(true)
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(at.length).toBe(1)
  expect(received.judged).toEqual(['Unauthorized: invalid key'])
  given.fate = opens
  socket.retry()
  await vi.advanceTimersByTimeAsync(100)
  expect(received.open).toBe(2)
})

test('an explicit request retries after the clock of the device was set back', async () => {
  const { at, socket } = setUp(opensThenCloses(3000, 'JWT Token is not yet valid'))
  socket.want(true)
  await vi.advanceTimersByTimeAsync(2_000)
  vi.setSystemTime(Date.now() - 5 * 60 * minute)
  socket.retry()
  await vi.advanceTimersByTimeAsync(100)
  expect(at.length).toBe(2)
})

test('retries once after close code 3000 if the token can be corrected', async () => {
  let judged = 0
  const { at, socket } = setUp(
    opensThenCloses(3000, 'JWT validation error: JWT Token is not yet valid'),
    async () => ++judged === 1,
  )
  socket.want(true)
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(at.length).toBe(2)
})

test('closes an unneeded socket and keeps it closed', async () => {
  const { at, received, socket, sockets } = setUp(opens)
  socket.want(true)
  await vi.advanceTimersByTimeAsync(100)
  socket.want(false)
  expect(sockets[0]?.isClosed).toBe(true)
  expect(received.close).toBe(1)
  expect(socket.send('text')).toBe(false)
  await vi.advanceTimersByTimeAsync(minute)
  expect(at.length).toBe(1)
})

test('ignores the close of a replaced socket', async () => {
  const { received, socket, sockets } = setUp(opens)
  socket.want(true)
  await vi.advanceTimersByTimeAsync(100)
  socket.drop()
  await vi.advanceTimersByTimeAsync(1_000)
  sockets[0]?.onclose?.(close(1006))
  expect(received).toMatchObject({ open: 2, close: 1 })
  expect(socket.send('text')).toBe(true)
})
