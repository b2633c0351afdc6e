import { resolveLimits } from '@foyer/server'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createTestRelay, type TestClient } from './createTestRelay.test.kit.ts'
import { limits as table } from './limits.ts'
import { createMemoryStore } from './store/memoryStore.ts'
import type { Store } from './store/store.ts'
import { sha256, subscriptionId } from './subscriptionId.ts'

const topics = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64)) as [
  ...[string, string, string, string],
]
const [topic, other] = topics
const publish = (client: TestClient, message: string, where = topic) =>
  client.ask('irn_publish', { topic: where, message, ttl: 300, tag: 1108 })
/** Stores a message as a publish does whose push is lost. */
const storeOnly = (store: Store, message: string) =>
  store.append({
    ...{
      topic,
      message,
      hash: sha256(message),
      tag: 1108,
      attestation: undefined,
      from: 'someone',
    },
    ...{ ttlMs: 300_000, budget: 'client', addressBudget: 'address' },
  })
const texts = (client: TestClient) => client.inbox.map(({ data }) => data.message)

function open(settings = {}, replaced: Partial<Store> = {}) {
  const store = { ...createMemoryStore(resolveLimits(table, settings)), ...replaced }
  const spies = {
    pending: vi.spyOn(store, 'pending'),
    unlisten: vi.spyOn(store, 'unlisten'),
  }
  const failures: unknown[] = []
  const world = createTestRelay(store, {
    limits: settings,
    observer: {
      onRequest: () => {},
      onDelivered: () => {},
      onFailure: (error) => void failures.push(error),
    },
  })
  const [alice, bob] = [world.connect('alice'), world.connect('bob')]
  return { ...world, ...spies, alice, bob, failures, store }
}

test('counts each topic of a client once, up to its limit, and frees those it leaves', async () => {
  const { bob, connect } = open({ topicsPerClient: 3 })
  const subscribe = (...given: string[]) => bob.ask('irn_batchSubscribe', { topics: given })
  const [a, b, c, d] = topics
  expect((await subscribe(a, a, b)).result).toHaveLength(3)
  expect((await subscribe(b, c)).result).toHaveLength(2)
  const refused = { error: { code: -32005, message: 'More than 3 topics' } }
  expect(await subscribe(a, d)).toMatchObject(refused)
  // Refused as a whole: `a` was read already, `d` is not.
  expect([...bob.connection.subscriptions.keys()]).toEqual([a, b, c])
  await bob.ask('irn_unsubscribe', { topic: a, id: 'x' })
  expect(await subscribe(d)).toHaveProperty('result')
  expect(await connect('carol').ask('irn_subscribe', { topic: a })).toHaveProperty('result')
})

test('a client is back with all its topics while its old socket is half open, up to four sockets', async () => {
  const { alice, connect } = open({ topicsPerClient: 4, subscriptionsPerClient: 16 })
  const params = { topics }
  expect((await alice.ask('irn_batchSubscribe', params)).result).toHaveLength(4)
  for (let n = 0; n < 3; n++)
    expect((await connect('alice').ask('irn_batchSubscribe', params)).result).toHaveLength(4)
  const refused = { error: { code: -32005, message: 'More than 4 topics' } }
  expect(await connect('alice').ask('irn_subscribe', { topic })).toMatchObject(refused)
  // A topic that no socket of this client reads yet.
  const fifth = 'e'.repeat(64)
  expect(await alice.ask('irn_subscribe', { topic: fifth })).toMatchObject(refused)
  expect((await connect('bob').ask('irn_subscribe', { topic: fifth })).result).toBeTypeOf('string')
})

test('stops listening to the topics of a socket that closed while it subscribed', async () => {
  let listening = () => {}
  const listened = new Promise<void>((resolve) => {
    listening = resolve
  })
  const { alice, bob, disconnect, relay, unlisten } = open({}, { listen: () => listened })
  void alice.ask('irn_subscribe', { topic: other })
  const params = { topics: [topic, other] }
  const frame = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_batchSubscribe', params })
  const answered = relay.handle(bob.connection, frame)
  disconnect(bob)
  expect(unlisten.mock.calls).toEqual([[topic]])
  listening()
  await answered
  // Listening began only now. Alice still reads the other one.
  expect(unlisten.mock.calls).toEqual([[topic], [topic]])
})

test('keeps listening for a socket that stays', async () => {
  const { bob, unlisten } = open()
  await bob.ask('irn_subscribe', { topic })
  expect(unlisten).not.toHaveBeenCalled()
})

test('reads 1 MiB or 200 messages at a time, and says whether there is more', async () => {
  const { alice, bob, pending, relay } = open({ publishBytesPerMinute: 1e9, burstMs: 1e6 })
  const long = 'x'.repeat(200_000)
  for (let n = 0; n < 6; n++) await publish(alice, `${n}${long}`)
  expect((await bob.ask('irn_fetchMessages', { topic })).result).toMatchObject({
    hasMore: true,
    messages: { length: 5 },
  })
  await bob.ask('irn_subscribe', { topic })
  expect([bob.inbox.length, bob.connection.isBehind]).toEqual([5, true])
  expect(await relay.resume(bob.connection)).toHaveLength(1)
  const bounds = { maxBytes: 1_048_576, maxMessages: 200 }
  expect(pending.mock.calls.map(([, given]) => given)).toEqual([bounds, bounds, bounds])
  expect((await bob.ask('irn_fetchMessages', { topic: other })).result).toEqual({
    hasMore: false,
    messages: [],
  })
  pending.mockResolvedValueOnce({ messages: [], hasMore: true, visited: 0 })
  await bob.ask('irn_subscribe', { topic })
  expect(bob.connection.isBehind).toBe(true)
})

test('fetches a message with its attestation, or without one', async () => {
  const { alice, bob } = open()
  const message = { topic, ttl: 300, tag: 7 }
  const sent = [{ message: 'one', attestation: 'jwt' }, { message: 'two' }]
  const messages = [...sent, { message: 'three', attestation: '' }]
  await alice.ask('irn_batchPublish', { messages: messages.map((one) => ({ ...message, ...one })) })
  const { result } = await bob.ask('irn_fetchMessages', { topic })
  const rest = { topic, tag: 7, publishedAt: expect.any(Number) }
  expect(result).toEqual({
    hasMore: false,
    messages: [...sent, { message: 'three' }].map((one) => ({ ...rest, ...one })),
  })
})

test('reads on once half of the pushes in flight are acknowledged', async () => {
  const { alice, bob, pending } = open({ maxInFlight: 4 })
  await bob.ask('irn_subscribe', { topic })
  pending.mockClear()
  for (let n = 0; n < 6; n++) await publish(alice, `${n}`)
  expect(texts(bob)).toEqual(['0', '1', '2', '3'])
  const [first, second] = bob.inbox
  await bob.acknowledge(first?.pushId ?? 0)
  expect(pending).not.toHaveBeenCalled()
  await bob.acknowledge(second?.pushId ?? 0)
  expect(texts(bob)).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(pending).toHaveBeenCalledTimes(1)
})

test('frees the places of pushes in flight when their topic is unsubscribed', async () => {
  const { alice, bob } = open({ maxInFlight: 2 })
  await bob.ask('irn_batchSubscribe', { topics: [topic, other] })
  for (const text of ['1', '2', '3']) await publish(alice, text)
  expect(texts(bob)).toEqual(['1', '2'])
  await bob.ask('irn_unsubscribe', { topic, id: 'x' })
  expect(bob.connection.pushes?.size).toBe(0)
  await publish(alice, 'elsewhere', other)
  expect(texts(bob)).toEqual(['1', '2', 'elsewhere'])
})

test('answers a subscription whose mailbox can not be read, and delivers once the store is back', async () => {
  const { alice, bob, failures, pending, relay } = open()
  const failure = new Error('out of order')
  await publish(alice, 'waiting')
  pending.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
  expect(await bob.ask('irn_subscribe', { topic })).toHaveProperty('result')
  expect([failures, bob.connection.isBehind, bob.inbox]).toEqual([[failure], true, []])
  expect(await relay.resume(bob.connection)).toEqual([])
  expect([failures.length, bob.connection.isBehind]).toEqual([2, true])
  expect(await relay.resume(bob.connection)).toMatchObject([{ message: { message: 'waiting' } }])
  expect(bob.connection.isBehind).toBe(false)
})

test('answers a repeated message whose mailbox can not be read, and marks only its readers', async () => {
  const { alice, bob, connect, failures, pending, store } = open()
  const carol = connect('carol')
  await bob.ask('irn_subscribe', { topic })
  await carol.ask('irn_subscribe', { topic: other })
  await storeOnly(store, 'once')
  pending.mockRejectedValueOnce(new Error('out of order'))
  expect(await publish(alice, 'once')).toMatchObject({ result: true })
  expect(failures).toHaveLength(1)
  expect([bob, carol].map(({ connection }) => connection.isBehind)).toEqual([true, false])
})

test('[T108] reads the next page for a client once the last one was answered, and none when it has closed', async () => {
  const calls = fc.array(
    fc.record({ at: fc.nat(2), method: fc.constantFrom('irn_fetchMessages', 'irn_subscribe') }),
    { minLength: 2, maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(calls, fc.nat(6), async (given, most) => {
      const { connect, disconnect, pending } = open()
      const clients = ['alice', 'bob', 'carol'].map((name) => connect(name))
      const reads = clients.map(() => 0)
      const { pending: readPage } = createMemoryStore(resolveLimits(table))
      const answered: number[][] = clients.map(() => [])
      pending.mockImplementation((readings, bounds) => {
        const readers = clients.map(({ connection }) => subscriptionId(topic, connection.clientId))
        const at = readers.indexOf(readings[0]?.reader ?? '')
        answered[at]?.push(clients[at]?.frames.length ?? -1)
        reads[at]!++
        if (at === 0 && reads[at] === most) disconnect(clients[0]!)
        return readPage(readings, bounds)
      })
      const all = given.map(({ at, method }) => clients[at]?.ask(method, { topic }))
      await Promise.allSettled(all)
      for (const [at, counts] of answered.entries()) {
        const asked = given.filter((one) => one.at === at).length
        const done = at === 0 && most > 0 ? Math.min(most, asked) : asked
        expect(counts).toEqual(Array.from({ length: done }, (_, n) => n))
      }
    }),
  )
})

test('reads the mailbox of a repeated message only for readers to which it was not pushed', async () => {
  // What a reader of the topic did with the message before it is repeated.
  const state = fc.constantFrom(
    'missed',
    'in flight',
    'acknowledged',
    'behind',
    'acknowledged elsewhere',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 6 }), async (states) => {
      const { alice, connect, pending } = open()
      const clients = states.map((_, n) => connect(`client ${n}`))
      const isReader = (n: number) => states[n] === 'in flight' || states[n] === 'acknowledged'
      for (const [n, one] of clients.entries())
        if (isReader(n)) await one.ask('irn_subscribe', { topic })
      await publish(alice, 'once')
      for (const [n, one] of clients.entries()) {
        if (states[n] === 'acknowledged') await one.acknowledge(one.inbox[0]?.pushId ?? 0)
        if (isReader(n)) continue
        if (states[n] === 'acknowledged elsewhere') {
          const receipts = [{ topic, messageId: sha256('once') }]
          await one.ask('irn_batchReceive', { receipts })
        }
        // Subscribed while the mailbox could not be read.
        pending.mockResolvedValueOnce({ messages: [], hasMore: states[n] === 'behind', visited: 0 })
        await one.ask('irn_subscribe', { topic })
      }
      pending.mockClear()
      await publish(alice, 'once')
      expect(pending).toHaveBeenCalledTimes(
        states.filter((one) => one === 'missed' || one === 'acknowledged elsewhere').length,
      )
      const has = {
        missed: 1,
        'in flight': 1,
        acknowledged: 1,
        behind: 0,
        'acknowledged elsewhere': 0,
      }
      expect(clients.map(({ inbox }) => inbox.length)).toEqual(states.map((one) => has[one]))
      for (const [n, { connection }] of clients.entries())
        expect(connection.isBehind).toBe(states[n] === 'behind')
    }),
  )
})

test('[T108] lets other work have its turn while it reads for a thousand readers of a repeated message', async () => {
  const { alice, connect, pending, store } = open()
  for (let n = 0; n < 1000; n++) await connect(`client ${n}`).ask('irn_subscribe', { topic })
  await storeOnly(store, 'once')
  pending.mockClear()
  let turns = 0
  let isDone = false
  const count = () => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await publish(alice, 'once')
  isDone = true
  expect(pending).toHaveBeenCalledTimes(1000)
  expect(turns).toBeGreaterThanOrEqual(8)
})

test('drops a message whose topic was unsubscribed while its mailbox was read', async () => {
  const { alice, bob, pending, relay } = open()
  await publish(alice, 'late')
  await bob.ask('irn_subscribe', { topic })
  const page = await pending.mock.results[0]?.value
  pending.mockImplementationOnce(async () => {
    await bob.ask('irn_unsubscribe', { topic, id: 'x' })
    return page
  })
  bob.connection.isBehind = true
  expect(await relay.resume(bob.connection)).toEqual([])
})
