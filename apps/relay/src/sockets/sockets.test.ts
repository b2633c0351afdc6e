import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectIntervals } from '../collectIntervals.test.kit.ts'
import type { Connection } from '../connection.ts'
import type { Effect } from '../effect.ts'
import type { SocketClient } from '../openClient.test.kit.ts'
import type { Judged } from './handshake.ts'
import { openSockets, settle, until, useOwnClock } from './openSockets.test.kit.ts'

beforeEach(useOwnClock)
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.useRealTimers()
})
async function open(...given: Parameters<typeof openSockets>) {
  const opened = await openSockets(...given)
  closing.push(opened.close)
  return opened
}

const answer = (connection: Connection, frame: string): Effect => ({
  ...{ kind: 'answer', connection, frame },
})
/** A frame that takes `bytes` on its way: its head has four, up to 64 KiB. */
const frameOf = (bytes: number) => `"${'x'.repeat(bytes - 6)}"`
const topic = 'a'.repeat(64)
const message = { topic, message: 'text', ttl: 300, tag: 1108 }

test('pings each client once in 20 s, a hundredth of them every 200 ms', async () => {
  const { connect } = await open()
  const clients: SocketClient[] = []
  for (let n = 0; n < 11; n++) clients.push(await connect())
  let pinged: number[] = []
  for (const [n, { socket }] of clients.entries()) socket.on('ping', () => pinged.push(n))
  vi.advanceTimersByTime(199)
  await settle(...clients)
  expect(pinged).toEqual([])
  const seen: number[][] = []
  vi.advanceTimersByTime(1)
  // The first client's turn is the last one of the 20 s.
  for (const ms of [200, 200, 19_200, 200, 200, 0]) {
    await settle(...clients)
    seen.push(pinged.sort((one, other) => one - other))
    pinged = []
    vi.advanceTimersByTime(ms)
  }
  expect(seen).toEqual([[1], [2], [3], [4, 5, 6, 7, 8, 9, 10], [0], [1]])
})

test('ends a client that answered nothing since the last ping; a pong or a frame is an answer', async () => {
  const { connect } = await open()
  const socketOptions = { autoPong: false }
  // Their turns come at 20, 0.2 and 0.4 s, and then every 20 s.
  const silent = await connect({ socketOptions })
  const talking = await connect({ socketOptions })
  const ponging = await connect()
  vi.advanceTimersByTime(20_000)
  await settle(silent, talking, ponging)
  await talking.ask('irn_subscribe', { topic })
  vi.advanceTimersByTime(19_999)
  await settle(silent, talking, ponging)
  vi.advanceTimersByTime(1)
  expect(await silent.closed).toEqual([1006, ''])
  vi.advanceTimersByTime(199)
  await settle(talking, ponging)
  vi.advanceTimersByTime(1)
  expect(await talking.closed).toEqual([1006, ''])
  await settle(ponging)
})

test('closes with 4008 a client that reads no topic and said nothing for longer than the limit', async () => {
  const { connect, readCounts } = await open({ idleMs: 40_000 })
  const idle = await connect()
  const reading = await connect()
  const talking = await connect()
  await reading.ask('irn_subscribe', { topic })
  for (const n of [1, 2]) {
    vi.advanceTimersByTime(20_000)
    await settle(idle, reading, talking)
    if (n === 2) await talking.ask('irn_unsubscribe', { topic, id: 'x' })
  }
  // At 40 s it was silent for exactly the limit, and was pinged.
  vi.advanceTimersByTime(20_000)
  expect(await idle.closed).toEqual([4008, 'Reads no topic'])
  await settle(reading, talking)
  vi.advanceTimersByTime(20_000)
  await settle(reading, talking)
  vi.advanceTimersByTime(20_000)
  expect(await talking.closed).toEqual([4008, 'Reads no topic'])
  await settle(reading)
  expect(await readCounts('closed')).toEqual({ 4008: 2 })
})

test('pauses a client with more on its way than the limit, and closes one with more than the other', async () => {
  const { connect, connections, readCounts, sockets, streams } = await open({
    ...{ pauseBytes: 1000, cutBytes: 5000 },
  })
  const client = await connect()
  const [connection] = connections as [Connection]
  const [stream] = streams as [Socket]
  const send = async (bytes: number) => {
    sockets.perform([answer(connection, frameOf(bytes))])
    const { isPaused } = connection
    connection.isPaused = false
    await until(() => stream.writableLength === 0)
    return isPaused
  }
  expect(await send(1000)).toBe(false)
  expect(await send(1001)).toBe(true)
  expect(await send(5000)).toBe(true)
  await settle(client)
  expect(await readCounts('closed')).toEqual({})
  await send(5001)
  expect(stream.destroyed).toBe(true)
  expect(await client.closed).toEqual([1006, ''])
  expect(await readCounts('closed')).toEqual({ 1013: 1 })
})

test('resumes a paused client every 200 ms, once half of the limit is free', async () => {
  const { connect, connections, resume, sockets, streams } = await open({ pauseBytes: 1000 })
  await connect()
  const [connection] = connections as [Connection]
  const isResumed = async (bytes: number, ms: number) => {
    sockets.perform([answer(connection, frameOf(bytes))])
    connection.isPaused = true
    // Nothing leaves within one turn of the event loop.
    vi.advanceTimersByTime(ms)
    const { isPaused } = connection
    await until(() => streams[0]?.writableLength === 0)
    return !isPaused
  }
  expect(await isResumed(500, 199)).toBe(false)
  expect(await isResumed(500, 1)).toBe(true)
  expect(await isResumed(501, 200)).toBe(false)
  expect(await isResumed(500, 200)).toBe(true)
  const { calls } = resume.mock
  const before = calls.length
  vi.advanceTimersByTime(1000)
  expect(calls.length).toBe(before)
  connection.isBehind = true
  vi.advanceTimersByTime(200)
  expect(calls.length).toBe(before + 1)
})

test('pushes to a client that was paused once it is resumed, and counts the push only then', async () => {
  const { connect, connections, readCounts, sockets } = await open()
  const [reader, writer] = [await connect(), await connect()]
  const [connection] = connections as [Connection]
  await reader.ask('irn_subscribe', { topic })
  connection.isPaused = true
  await writer.ask('irn_publish', message)
  await settle(reader)
  expect([reader.inbox, await readCounts('pushed')]).toEqual([[], { '': 0 }])
  vi.advanceTimersByTime(200)
  await until(() => reader.inbox.length > 0)
  expect(reader.inbox).toMatchObject([{ message: 'text' }])
  expect(await readCounts('pushed')).toEqual({ '': 1 })
  reader.socket.terminate()
  await until(() => sockets.count() === 1)
  // Messages for a connection that has closed meanwhile are dropped.
  sockets.perform([answer(connection, '"late"')])
})

test('[T108] clients that read nothing take no more memory than the limit, and others are answered', async () => {
  const queuedBytes = 500_000
  const counts = fc.array(fc.nat(8), { minLength: 8, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(counts, async (fetches) => {
      const { close, connect, connections, streams } = await openSockets({
        ...{ queuedBytes, pauseBytes: 50_000, cutBytes: 400_000 },
      })
      const neighbour = await connect()
      await neighbour.ask('irn_publish', { ...message, message: 'x'.repeat(60_000) })
      const deaf: SocketClient[] = []
      for (const _ of fetches) deaf.push(await connect())
      // Nothing of what is sent to them ever leaves.
      for (const stream of streams.slice(1)) stream.cork()
      for (const [n, count] of fetches.entries()) {
        const [connection, stream] = [connections[n + 1]!, streams[n + 1]!]
        const { allowance } = connection
        for (let fetched = 0; fetched < count; fetched++)
          void deaf[n]?.ask('irn_fetchMessages', { topic }).catch(() => undefined)
        await until(() => stream.destroyed || allowance - connection.allowance >= count)
        await neighbour.ask('irn_fetchMessages', { topic })
        const waiting = streams.map((one) => (one.destroyed ? 0 : one.writableLength))
        expect(waiting.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(queuedBytes)
      }
      expect(neighbour.socket.readyState).toBe(1)
      await close()
    }),
    { numRuns: 10 },
  )
})

test('closes nobody for more than the limit in one turn that the network takes at once', async () => {
  const { connect, connections, readCounts, sockets } = await open({ queuedBytes: 50_000 })
  const clients: SocketClient[] = []
  for (let n = 0; n < 20; n++) clients.push(await connect())
  sockets.perform(connections.map((one) => answer(one, frameOf(4000))))
  expect(await readCounts('closed')).toEqual({})
  await settle(...clients)
})

test('sends the frames of a turn together, to several clients', async () => {
  const { connect, connections, sockets, streams } = await open()
  const clients = [await connect(), await connect()]
  const received = clients.map(({ socket }) => {
    const frames: string[] = []
    socket.on('message', (data) => frames.push(String(data)))
    return frames
  })
  for (const name of ['first', 'second']) {
    sockets.perform(
      ['1', '2'].flatMap((n) => connections.map((one) => answer(one, `"${name} ${n}"`))),
    )
    expect(streams.map(({ writableCorked }) => writableCorked)).toEqual([1, 1])
    await settle(...clients)
    expect(streams.map(({ writableCorked }) => writableCorked)).toEqual([0, 0])
  }
  const all = ['"first 1"', '"first 2"', '"second 1"', '"second 2"']
  expect(received).toEqual([all, all])
})

test('closes a client once, with at most 120 characters of the reason, and sends it nothing after', async () => {
  const { connect, connections, readCounts, sockets } = await open({ cutBytes: 5000 })
  const client = await connect()
  const [connection] = connections as [Connection]
  const close = { kind: 'close', connection, code: 1013, reason: 'r'.repeat(121) } as const
  sockets.perform([close, close, answer(connection, frameOf(6000))])
  expect(await client.closed).toEqual([1013, 'r'.repeat(120)])
  expect(await readCounts('closed')).toEqual({ 1013: 1 })
  await until(() => sockets.count() === 0)
})

test('ends a client that does not answer a close within 2 s, admitted or refused', async () => {
  const { connectDeaf, connections, readCounts, sockets, streams } = await open()
  await connectDeaf()
  const [connection] = connections as [Connection]
  sockets.perform([{ kind: 'close', connection, code: 1013, reason: 'x' }])
  await connectDeaf('none')
  expect(await readCounts('closed')).toEqual({ 1013: 1, 3000: 1 })
  vi.advanceTimersByTime(1999)
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true])
})

test('keeps no process from ending', async () => {
  const { stop, timers } = collectIntervals()
  await open()
  stop()
  expect(timers.map((timer) => timer.hasRef())).toEqual([false, false, false, false])
})

test('forgets a client that has gone', async () => {
  const { connect, relay, sockets } = await open({ socketsPerAddress: 1 })
  const client = await connect()
  await client.ask('irn_subscribe', { topic })
  expect([sockets.count(), relay.readSize()]).toEqual([1, { topics: 1, clients: 1 }])
  await expect(connect()).rejects.toThrow('429')
  client.socket.terminate()
  await until(() => sockets.count() === 0)
  expect(relay.readSize()).toEqual({ topics: 0, clients: 0 })
  await connect()
})

test('closes the clients one after the other when it stops, over the time given', async () => {
  const { connect, readCounts, readRefusal, sockets } = await open()
  const clients = [await connect(), await connect(), await connect(), await connect()]
  let isStopped = false
  const stopped = sockets.stop(1000).then(() => {
    isStopped = true
  })
  const counts: unknown[] = []
  for (const ms of [0, 249, 1, 249, 1, 249, 1]) {
    await vi.advanceTimersByTimeAsync(ms)
    counts.push((await readCounts('closed'))[1001])
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4])
  for (const { closed } of clients) expect(await closed).toEqual([1001, 'Going away'])
  await until(() => sockets.count() === 0)
  expect(isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  await stopped
  expect(await readRefusal()).toEqual([503, 'Going away\n', '10'])
  expect(await readCounts('handshakes')).toEqual({ ok: 4, stopping: 1 })
  // Those that would have ended the clients are left, and no other.
  expect(vi.getTimerCount()).toBe(4)
})

test.each([
  [10, 0],
  [12, 6],
])('with two clients and %i ms, closes the second one after %i ms', async (spreadMs, waitMs) => {
  const { connect, readCounts, sockets } = await open()
  for (let n = 0; n < 2; n++) await connect()
  const startedAt = Date.now()
  void sockets.stop(spreadMs)
  while ((await readCounts('closed'))[1001] !== 2) await vi.advanceTimersByTimeAsync(1)
  expect(Date.now() - startedAt).toBe(waitMs)
})

test('waits 2.5 s for clients when it stops, also for one that was admitted meanwhile', async () => {
  let admit = (_: Judged) => {}
  const late = new Promise<Judged>((resolve) => {
    admit = resolve
  })
  const judge = vi.fn((): Promise<Judged> => late).mockResolvedValueOnce({ clientId: 'first' })
  const { connectDeaf, readCounts, sockets, streams } = await open({}, { judge })
  await connectDeaf()
  const connecting = connectDeaf()
  await until(() => judge.mock.calls.length === 2)
  let isStopped = false
  const stopped = sockets.stop(0).then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(1000)
  admit({ clientId: 'late' })
  await connecting
  expect(await readCounts('closed')).toEqual({ 1001: 2 })
  await vi.advanceTimersByTimeAsync(1499)
  expect([isStopped, streams.map(({ destroyed }) => destroyed)]).toEqual([false, [true, false]])
  await vi.advanceTimersByTimeAsync(1)
  await stopped
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true])
})

test('[T108] a client that is not read for a while is not ended for its silence', async () => {
  const { connect, metrics } = await open({ receivedBytesPerSecond: 16 * 1024 })
  const flood = await connect()
  const asks = Array.from({ length: 6 }, (_, n) =>
    flood.ask('irn_publish', { ...message, topic: `${n}`.repeat(64), message: 'x'.repeat(60_000) }),
  )
  await asks[0]
  // Pinged twice meanwhile, if it were not for the wait; the timers of reading on run as well.
  for (let n = 0; n < 60; n++) {
    vi.advanceTimersByTime(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(asks)
  expect((await metrics.closed.get()).values).toEqual([])
})

test('[T108] reads long frames of an address as fast as it may send, and answers all of them', async () => {
  const { connect } = await open({ receivedBytesPerSecond: 16 * 1024 })
  const [flood, neighbour] = [await connect(), await connect()]
  const long = 'x'.repeat(60_000)
  let answered = 0
  const asks = Array.from({ length: 6 }, async (_, n) => {
    await flood.ask('irn_publish', { ...message, topic: `${n}`.repeat(64), message: long })
    answered++
  })
  await neighbour.ask('irn_subscribe', { topic })
  // The first used the whole burst; of the next, only what was in the same piece of the network was read.
  await until(() => answered > 0)
  expect(answered).toBeLessThan(4)
  for (let n = 0; answered < 6 && n < 40; n++) {
    vi.advanceTimersByTime(1000)
    await neighbour.ask('irn_subscribe', { topic })
  }
  await Promise.all(asks)
})
