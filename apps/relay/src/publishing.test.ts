import { resolveLimits } from '@foyer/server'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Connection } from './connection.ts'
import { createTestRelay } from './createTestRelay.test.kit.ts'
import { limits as table } from './limits.ts'
import { createRelay } from './relay.ts'
import { createMemoryStore } from './store/memoryStore.ts'
import { type NewMessage, type Store, sizeOf } from './store/store.ts'
import { sha256, subscriptionId } from './subscriptionId.ts'

const topic = 'a'.repeat(64)

function open(settings = {}, replaced: Partial<Store> = {}) {
  const clock = { nowMs: 1_800_000_000_000 }
  const now = () => clock.nowMs
  const store = { ...createMemoryStore(resolveLimits(table, settings), { now }), ...replaced }
  const append = vi.spyOn(store, 'append')
  const { connect, relay } = createTestRelay(store, { limits: settings, now })
  return { append, clock, connect, relay }
}

test('a message counts as the memory of its text, and 512 bytes for storing it', () => {
  expect(sizeOf({ message: 'x'.repeat(10), attestation: undefined })).toBe(522)
  expect(sizeOf({ message: 'x'.repeat(10), attestation: 'y'.repeat(5) })).toBe(527)
  // One character outside Latin-1 makes all of them two bytes long.
  expect(sizeOf({ message: `ÿ${'x'.repeat(9)}`, attestation: undefined })).toBe(522)
  expect(sizeOf({ message: `Ā${'x'.repeat(9)}`, attestation: 'y'.repeat(5) })).toBe(537)
})

test('[T108] stores a message under hashes of its text, its client and the address, for its life', async () => {
  const { append, relay } = open({ maxTtlMs: 300_000 })
  const connection = relay.connect('alice', '127.0.0.1')
  const send = async (params: object) => {
    const message = { topic, message: 'text', tag: 7, ttl: 299, ...params }
    const frame = { id: 1, jsonrpc: '2.0', method: 'irn_publish', params: message }
    await relay.handle(connection, JSON.stringify(frame))
    return append.mock.lastCall?.[0]
  }
  expect(await send({})).toEqual({
    ...{ topic, message: 'text', tag: 7, attestation: undefined, hash: sha256('text') },
    ...{ from: subscriptionId(topic, 'alice'), ttlMs: 299_000 },
    ...{
      budget: `client:${sha256('alice').slice(0, 32)}`,
      addressBudget: `address:${sha256('127.0.0.1').slice(0, 32)}`,
    },
  } satisfies NewMessage)
  expect(await send({ ttl: 300 })).toMatchObject({ ttlMs: 300_000 })
  expect(await send({ ttl: 301 })).toMatchObject({ ttlMs: 300_000 })
  expect(await send({ attestation: 'jwt' })).toMatchObject({ attestation: 'jwt' })
  expect(await send({ attestation: '' })).toMatchObject({ attestation: undefined })
})

test('[T108] lets the clients of an address publish as much as their address may, in each minute', async () => {
  const { clock, relay } = open({
    publishBytesPerMinute: 1000,
    publishBytesPerMinuteOfAddress: 2000,
  })
  let sent = 0
  /** @returns what was wrong with a message of this size, from a new client unless named */
  const send = async (size: number, address = 'here', client = `client ${sent}`) => {
    const message = String(sent++).padEnd(size - 512, 'x')
    const params = { topic, message, tag: 7, ttl: 299 }
    const frame = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_publish', params })
    const [effect] = await relay.handle(relay.connect(client, address), frame)
    return effect?.kind === 'answer' ? JSON.parse(effect.frame).error : effect
  }
  const refused = { code: -32005, message: 'Too much was published in this minute' }
  // A refused message costs nothing.
  expect(await send(1001)).toEqual(refused)
  expect(await send(1000)).toBeUndefined()
  expect(await send(1000)).toBeUndefined()
  expect(await send(520)).toEqual(refused)
  expect(await send(1000, 'elsewhere', 'alice')).toBeUndefined()
  expect(await send(520, 'elsewhere', 'alice')).toEqual(refused)
  clock.nowMs += 59_999
  expect(await send(520)).toEqual(refused)
  clock.nowMs += 1
  expect(await send(1000)).toBeUndefined()
  expect(await send(1000)).toBeUndefined()
  expect(await send(520)).toEqual(refused)
})

test.each([
  ['mailbox-full', 'The mailbox of this topic is full'],
  ['budget-spent', 'Too much was published in this minute'],
  ['share-used', 'Too many messages of this client or address are waiting'],
  ['store-full', 'The relay is full'],
] as const)(
  'error: a batch of which one message is answered with %s is refused, and delivers the others',
  async (status, message) => {
    const kept = createMemoryStore(resolveLimits(table))
    const append: Store['append'] = (given) =>
      given.message === 'bad' ? Promise.resolve({ status }) : kept.append(given)
    const { connect } = open({}, { append })
    const [alice, bob] = [connect('alice'), connect('bob')]
    await bob.ask('irn_subscribe', { topic })
    const send = (...texts: string[]) => {
      const messages = texts.map((text) => ({ topic, message: text, tag: 7, ttl: 299 }))
      return alice.ask('irn_batchPublish', { messages })
    }
    expect((await send('good', 'bad', 'better')).error).toEqual({ code: -32005, message })
    expect(bob.inbox.map(({ data }) => data.message)).toEqual(['good', 'better'])
    expect(alice.closed).toEqual([])
    // Published again: what was stored is not delivered twice.
    expect(await send('good', 'better')).toMatchObject({ result: true })
    expect(bob.inbox).toHaveLength(2)
  },
)

test('error: a batch of which one message can not be stored is refused, and delivers the others', async () => {
  const kept = createMemoryStore(resolveLimits(table))
  const append: Store['append'] = (given) =>
    given.message === 'good' ? kept.append(given) : Promise.reject(new Error('out of order'))
  const { connect } = open({}, { append })
  const [alice, bob] = [connect('alice'), connect('bob')]
  await bob.ask('irn_subscribe', { topic })
  const messages = ['good', 'bad'].map((text) => ({ topic, message: text, tag: 7, ttl: 299 }))
  const { error } = await alice.ask('irn_batchPublish', { messages })
  expect(error).toEqual({ code: -32603, message: 'Try again' })
  expect(bob.inbox.map(({ data }) => data.message)).toEqual(['good'])
})

test('[T108] a burst of publishes delivers and reads what it paid for, however many sockets read the topics', async () => {
  const burst = 30
  const attack = fc.record({
    sockets: fc.integer({ min: 1, max: 200 }),
    clients: fc.integer({ min: 1, max: 200 }),
    perCall: fc.integer({ min: 1, max: 20 }),
    isRepeated: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(attack, async ({ clients, isRepeated, perCall, sockets }) => {
      const store = createMemoryStore(resolveLimits(table, {}))
      const settings = { requestsPerSecond: 10, burstMs: 3000, topicMessages: 1000 }
      const limits = resolveLimits(table, settings)
      const relay = createRelay({ limits, now: () => 1_800_000_000_000, store })
      const topics = Array.from({ length: perCall }, (_, n) => sha256(`topic ${n}`))
      const call = (connection: Connection, method: string, params: object) =>
        relay.handle(connection, JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }))
      for (let n = 0; n < sockets; n++)
        await call(relay.connect(`client ${n % clients}`, 'there'), 'irn_batchSubscribe', {
          topics,
        })
      const publish = (connection: Connection, text: string) => {
        const messages = topics.map((one) => ({ topic: one, message: text, tag: 7, ttl: 299 }))
        return call(connection, 'irn_batchPublish', { messages })
      }
      // Nothing is pushed, since no effect is performed.
      if (isRepeated) await publish(relay.connect('client 0', 'elsewhere'), 'same')
      const pending = vi.spyOn(store, 'pending')
      const publisher = relay.connect('publisher', 'here')
      const price = Math.ceil(Math.max(perCall, sockets * perCall) / 25)
      let pushed = 0
      for (let n = 0, isClosed = false; n < burst && !isClosed && pushed <= burst * 25; n++) {
        const before = publisher.allowance
        const effects = await publish(publisher, isRepeated ? 'same' : `${n}`)
        isClosed = effects.some(({ kind }) => kind === 'close')
        if (isClosed) expect(before).toBeLessThan(price)
        // What a repeated message makes it read is paid for besides.
        else if (isRepeated) expect(publisher.allowance).toBeLessThan(before - price)
        else expect(publisher.allowance).toBe(before - price)
        pushed += effects.filter(({ kind }) => kind === 'push').length
      }
      expect(pushed).toBeLessThanOrEqual(burst * 25)
      expect(pending.mock.calls.length).toBeLessThanOrEqual(burst * 25)
    }),
    { numRuns: 40 },
  )
})
