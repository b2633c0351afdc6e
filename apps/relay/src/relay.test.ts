import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LimitSettings, resolveLimits } from '@foyer/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestRelay, type TestClient } from './createTestRelay.test.kit.ts'
import { limits as table } from './limits.ts'
import { hasRedis, openRedis } from './startRedis.test.kit.ts'
import { createMemoryStore } from './store/memoryStore.ts'
import { openRedisStore } from './store/redisStore.ts'
import type { Store } from './store/store.ts'
import { sha256 } from './subscriptionId.ts'

type Settings = LimitSettings<typeof table>

const newTopic = () => randomBytes(32).toString('hex')
const newClientId = () => `did:key:z6Mk${randomBytes(16).toString('hex')}`
const texts = (client: TestClient) => client.inbox.map(({ data }) => data.message)
/** A frozen clock: no window ends and nothing refills while a test counts, however long it takes. */
function stillClock(): () => number {
  const at = Date.now()
  return () => at
}
const publish = (client: TestClient, topic: string, message: string, more = {}) =>
  client.ask('irn_publish', { topic, message, ttl: 300, tag: 1108, ...more })

// The same rules on every store. @source walletconnect facts 3.6 and 3.8
describe.each([
  ['memory', true],
  ['Redis', hasRedis],
] as const)('on %s', (kind, isThere) => {
  const opened: Store[] = []
  let redis: Awaited<ReturnType<typeof openRedis>> | undefined
  beforeAll(async () => {
    if (kind === 'Redis' && isThere) redis = await openRedis()
  })
  afterAll(async () => {
    for (const store of opened) await store.close()
    await redis?.close()
  })
  async function open(limits: Settings, now?: () => number) {
    const all = resolveLimits(table, limits)
    const url = redis?.url
    const store =
      url === undefined
        ? createMemoryStore(all, { ...(now && { now }) })
        : await openRedisStore({
            url,
            limits: all,
            now,
            onFailure: () => undefined,
            prefix: `test-${newTopic().slice(0, 16)}:`,
          })
    opened.push(store)
    return store
  }
  const it = test.skipIf(!isThere)
  const pair = async (limits: Settings = {}, now?: () => number) => {
    const store = await open(limits, now)
    const world = createTestRelay(store, { limits, now })
    return {
      ...world,
      store,
      alice: world.connect(newClientId()),
      bob: world.connect(newClientId()),
    }
  }

  it('delivers a published message to a subscriber, in the form of the protocol', async () => {
    const { alice, bob } = await pair()
    const topic = newTopic()
    const { result } = await bob.ask('irn_subscribe', { topic })
    expect(result).toBe(sha256(topic + bob.connection.clientId))
    expect(await publish(alice, topic, 'AAEC', { prompt: true, attestation: 'jwt' })).toMatchObject(
      {
        result: true,
      },
    )
    expect(bob.inbox).toEqual([
      {
        pushId: expect.any(Number),
        subscriptionId: result,
        data: {
          topic,
          message: 'AAEC',
          publishedAt: expect.any(Number),
          tag: 1108,
          attestation: 'jwt',
        },
      },
    ])
    expect(String(bob.inbox[0]?.pushId)).toMatch(/^\d{16}$/)
    // In ms: seconds, or the time since another epoch, would be years off.
    expect(Math.abs(Date.now() - (bob.inbox[0]?.data.publishedAt ?? 0))).toBeLessThan(600_000)
  })

  it('answers before it pushes', async () => {
    const { alice, perform, relay } = await pair()
    const topic = newTopic()
    await publish(alice, topic, 'first')
    const bob = relay.connect(newClientId(), 'address')
    const params = { topic }
    const effects = await relay.handle(
      bob,
      JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params }),
    )
    expect(effects.map(({ kind }) => kind)).toEqual(['answer', 'push'])
    perform(effects)
    const second = { topic, message: 'second', ttl: 300, tag: 0 }
    const more = await relay.handle(
      alice.connection,
      JSON.stringify({ id: 2, jsonrpc: '2.0', method: 'irn_publish', params: second }),
    )
    expect(more.map(({ connection, kind }) => [kind, connection === bob])).toEqual([
      ['answer', false],
      ['push', true],
    ])
  })

  it('keeps a message until it expires, and acknowledges a repeated one without sending it twice', async () => {
    const { alice, bob, connect } = await pair()
    const topic = newTopic()
    await publish(alice, topic, 'long')
    expect(await publish(alice, topic, 'long')).toMatchObject({ result: true })
    await bob.ask('irn_subscribe', { topic })
    expect(texts(bob)).toEqual(['long'])
    await publish(alice, topic, 'short', { ttl: 1 })
    expect(await publish(alice, topic, 'long')).toMatchObject({ result: true })
    expect(texts(bob)).toEqual(['long', 'short'])
    await sleep(1100)
    const carol = connect(newClientId())
    await carol.ask('irn_subscribe', { topic })
    expect(texts(carol)).toEqual(['long'])
  })

  it('never returns a message to its publisher, on any of its sockets', async () => {
    const { alice, bob, connect } = await pair()
    const topic = newTopic()
    const twin = connect(alice.connection.clientId)
    for (const client of [alice, twin, bob]) await client.ask('irn_subscribe', { topic })
    await publish(alice, topic, 'mine')
    await alice.ask('irn_subscribe', { topic })
    expect([texts(alice), texts(twin), texts(bob)]).toEqual([[], [], ['mine']])
  })

  it('delivers waiting messages oldest first over all topics of a batch', async () => {
    const { alice, bob } = await pair()
    const topics = [newTopic(), newTopic(), newTopic()]
    for (let n = 0; n < 30; n++) await publish(alice, topics[(n * 2) % 3] ?? '', `${n}`)
    const { result } = await bob.ask('irn_batchSubscribe', { topics })
    expect(result).toEqual(topics.map((topic) => sha256(topic + bob.connection.clientId)))
    expect(texts(bob)).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`))
  })

  it('resends messages that were not acknowledged, for each client on its own', async () => {
    const { alice, bob, connect, disconnect } = await pair()
    const topic = newTopic()
    const carol = connect(newClientId())
    await bob.ask('irn_subscribe', { topic })
    await carol.ask('irn_subscribe', { topic })
    await publish(alice, topic, 'one')
    await publish(alice, topic, 'two')
    await bob.acknowledge(bob.inbox[0]?.pushId ?? 0)
    // On the same socket the number stays the same, so that either answer counts.
    await bob.ask('irn_subscribe', { topic })
    expect(texts(bob)).toEqual(['one', 'two', 'two'])
    expect(bob.inbox[2]?.pushId).toBe(bob.inbox[1]?.pushId)
    disconnect(bob)
    const again = connect(bob.connection.clientId)
    await again.ask('irn_batchSubscribe', { topics: [topic] })
    expect(texts(again)).toEqual(['two'])
    await again.acknowledge(again.inbox[0]?.pushId ?? 0)
    const third = connect(bob.connection.clientId)
    await third.ask('irn_subscribe', { topic })
    expect([texts(third), texts(carol)]).toEqual([[], ['one', 'two']])
  })

  it('accepts an acknowledgement with the "n" of a BigInt, but not an error', async () => {
    const { alice, bob, connect } = await pair()
    const topic = newTopic()
    await bob.ask('irn_subscribe', { topic })
    await publish(alice, topic, 'one')
    await publish(alice, topic, 'two')
    const [one, two] = bob.inbox
    await bob.send(`{"id":"${one?.pushId}n","jsonrpc":"2.0","result":true}`)
    await bob.send(`{"id":${two?.pushId},"jsonrpc":"2.0","error":{"code":1,"message":"no"}}`)
    const again = connect(bob.connection.clientId)
    await again.ask('irn_subscribe', { topic })
    expect(texts(again)).toEqual(['two'])
  })

  it('proposes: the caller reads the pairing, the wallet gets tag 1100', async () => {
    const { alice: dapp, bob: wallet } = await pair()
    const pairingTopic = newTopic()
    const proposal = { pairingTopic, sessionProposal: 'AAproposal', ttl: 300, correlationId: 1 }
    expect(await dapp.ask('wc_proposeSession', proposal)).toMatchObject({ result: true })
    await wallet.ask('irn_subscribe', { topic: pairingTopic })
    expect(wallet.inbox.map(({ data }) => [data.topic, data.message, data.tag])).toEqual([
      [pairingTopic, 'AAproposal', 1100],
    ])
    const sessionTopic = newTopic()
    const approval = {
      sessionTopic,
      pairingTopic,
      sessionProposalResponse: 'AAresponse',
      sessionSettlementRequest: 'AAsettlement',
      ttl: 300,
      correlationId: 1,
      approvedChains: ['eip155:1'],
    }
    expect(await wallet.ask('wc_approveSession', approval)).toMatchObject({ result: true })
    // The site reads its pairing without having subscribed; the settlement is delivered later.
    expect(dapp.inbox.map(({ data }) => [data.message, data.tag])).toEqual([['AAresponse', 1101]])
    await dapp.ask('irn_subscribe', { topic: sessionTopic })
    expect(dapp.inbox[1]?.data).toMatchObject({ message: 'AAsettlement', tag: 1102 })
    await publish(dapp, sessionTopic, 'AAanswer')
    expect(texts(wallet)).toEqual(['AAproposal', 'AAanswer'])
  })

  it('delivers the waiting messages of a topic when it is approved or proposed again', async () => {
    const { alice, bob } = await pair()
    const topic = newTopic()
    await publish(alice, topic, 'waiting')
    await bob.ask('wc_proposeSession', { pairingTopic: topic, sessionProposal: 'AA', ttl: 300 })
    expect(texts(bob)).toEqual(['waiting'])
  })

  it('delivers messages to a client that fetches them, until it sends receipts', async () => {
    const { alice, bob } = await pair()
    const topics = [newTopic(), newTopic()]
    const [first = '', second = ''] = topics
    await publish(alice, first, 'one')
    await publish(alice, second, 'two')
    expect(await bob.ask('irn_fetchMessages', { topic: first })).toMatchObject({
      result: { messages: [{ topic: first, message: 'one', tag: 1108 }], hasMore: false },
    })
    const both = await bob.ask('irn_batchFetchMessages', { topics })
    expect(both.result).toMatchObject({ messages: [{ message: 'one' }, { message: 'two' }] })
    const receipts = [{ topic: first, messageId: sha256('one') }]
    expect(await bob.ask('irn_batchReceive', { receipts })).toMatchObject({ result: true })
    const left = await bob.ask('irn_batchFetchMessages', { topics })
    expect(left.result).toMatchObject({ messages: [{ message: 'two' }] })
  })

  it('sends nothing of an unsubscribed topic', async () => {
    const { alice, bob } = await pair()
    const topics = [newTopic(), newTopic()]
    const { result } = await bob.ask('irn_batchSubscribe', { topics })
    const [id] = result as string[]
    await bob.ask('irn_unsubscribe', { topic: topics[0], id })
    await publish(alice, topics[0] ?? '', 'one')
    await publish(alice, topics[1] ?? '', 'two')
    expect(texts(bob)).toEqual(['two'])
    await bob.ask('irn_batchUnsubscribe', { subscriptions: [{ topic: topics[1], id: 'any' }] })
    await publish(alice, topics[1] ?? '', 'three')
    expect(texts(bob)).toEqual(['two'])
  })

  it('accepts many messages at once, in order', async () => {
    const { alice, bob } = await pair()
    const topic = newTopic()
    await bob.ask('irn_subscribe', { topic })
    const messages = Array.from({ length: 50 }, (_, n) => ({
      topic,
      message: `${n}`,
      ttl: 60,
      tag: 0,
    }))
    expect(await alice.ask('irn_batchPublish', { messages })).toMatchObject({ result: true })
    expect(texts(bob)).toEqual(messages.map(({ message }) => message))
  })

  it('[T108] ends a flood of one topic at 100 messages; other topics continue', async () => {
    const { alice, bob } = await pair()
    const topic = newTopic()
    for (let n = 0; n < 100; n++) await publish(alice, topic, `${n}`)
    expect(await publish(alice, topic, 'one too many')).toMatchObject({
      error: { code: -32005, message: 'The mailbox of this topic is full' },
    })
    expect(await publish(alice, newTopic(), 'elsewhere')).toMatchObject({ result: true })
    // Acknowledged messages are evicted first, the oldest first; waiting messages are never lost.
    await bob.ask('irn_subscribe', { topic })
    await bob.acknowledge(...bob.inbox.slice(0, 3).map(({ pushId }) => pushId))
    for (const text of ['a', 'b', 'c']) {
      expect(await publish(alice, topic, text)).toMatchObject({ result: true })
    }
    expect(await publish(alice, topic, 'd')).toMatchObject({ error: { code: -32005 } })
    expect(bob.connection.pushes?.size).toBe(100)
  })

  it('[T108] a stranger who acknowledges a message and adds a hundred more takes it from nobody', async () => {
    const { alice, bob, connect, disconnect } = await pair({}, stillClock())
    const topic = newTopic()
    await bob.ask('irn_subscribe', { topic })
    disconnect(bob)
    await publish(alice, topic, 'for bob')
    const stranger = connect(newClientId())
    await stranger.ask('irn_subscribe', { topic })
    await stranger.acknowledge(stranger.inbox[0]?.pushId ?? 0)
    const accepted: unknown[] = []
    for (let n = 0; n < 100; n++) accepted.push((await publish(stranger, topic, `${n}`)).result)
    expect(accepted.filter(Boolean)).toHaveLength(99)
    const back = connect(bob.connection.clientId)
    await back.ask('irn_subscribe', { topic })
    expect(texts(back)[0]).toBe('for bob')
    // Bob has it: now it makes room.
    await back.acknowledge(back.inbox[0]?.pushId ?? 0)
    expect(await publish(alice, topic, 'next')).toMatchObject({ result: true })
  })

  it('charges a client for what its fetches return and look at, and closes one that fetches without end', async () => {
    const limits = { burstMs: 60_000, requestsPerSecond: 1 }
    const { alice, bob } = await pair(limits, stillClock())
    const topics = Array.from({ length: 4 }, newTopic)
    const messages = topics.flatMap((topic) =>
      Array.from({ length: 50 }, (_, n) => ({ topic, message: `${n}`, ttl: 60, tag: 0 })),
    )
    for (let at = 0; at < 200; at += 100)
      await alice.ask('irn_batchPublish', { messages: messages.slice(at, at + 100) })
    const before = bob.connection.allowance
    const { result } = await bob.ask('irn_batchFetchMessages', { topics })
    expect(result).toMatchObject({ hasMore: false, messages: { length: 200 } })
    // One for the call, eight for 200 messages, and a part of one for those that were looked at.
    expect(Math.ceil(before - bob.connection.allowance)).toBe(10)
    while (bob.closed.length === 0)
      await bob.ask('irn_batchFetchMessages', { topics }).catch(() => undefined)
    expect(bob.frames.length).toBeLessThanOrEqual(7)
    expect(bob.closed[0]).toEqual({ code: 1013, reason: 'Too many requests' })
  })

  it('error: refuses more bytes than a mailbox, or a client in a minute, may have', async () => {
    const limits = { topicBytes: 10_000, publishBytesPerMinute: 15_000 }
    const { alice, bob } = await pair(limits, stillClock())
    const big = 'A'.repeat(6000)
    expect(await publish(alice, newTopic(), 'A'.repeat(20_000))).toMatchObject({
      error: { message: 'The mailbox of this topic is full' },
    })
    const topic = newTopic()
    expect(await publish(alice, topic, big)).toMatchObject({ result: true })
    expect(await publish(alice, topic, `${big}B`)).toMatchObject({ error: { code: -32005 } })
    expect(await publish(alice, newTopic(), big)).toMatchObject({ result: true })
    expect(await publish(alice, newTopic(), big)).toMatchObject({
      error: { code: -32005, message: 'Too much was published in this minute' },
    })
    expect(await publish(bob, newTopic(), big)).toMatchObject({ result: true })
  })

  test.skipIf(kind !== 'Redis' || !isThere)(
    '[T108] error: limits what all clients of an address publish over two processes',
    async () => {
      const limits = { publishBytesPerMinute: 15_000, publishBytesPerMinuteOfAddress: 120_000 }
      const now = stillClock()
      const store = await open(limits, now)
      const processes = [1, 2].map(() => createTestRelay(store, { limits, now }).relay)
      const send = async (n: number) => {
        const relay = processes[n % 2]!
        const params = { topic: newTopic(), message: 'A'.repeat(14_000), ttl: 60, tag: 0 }
        const frame = { id: `${n}`, jsonrpc: '2.0', method: 'irn_publish', params }
        const flooder = relay.connect(newClientId(), 'one address')
        const [effect] = await relay.handle(flooder, JSON.stringify(frame))
        return effect?.kind === 'answer' ? effect.frame : ''
      }
      for (let n = 0; n < 8; n++) expect(await send(n)).toContain('"result":true')
      for (const n of [8, 9])
        expect(await send(n)).toContain('Too much was published in this minute')
    },
  )

  it('[T108] error: limits what all clients of an address publish', async () => {
    const limits = { publishBytesPerMinute: 15_000, publishBytesPerMinuteOfAddress: 120_000 }
    const { alice, bob, relay } = await pair(limits, stillClock())
    const big = 'A'.repeat(14_000)
    const handle = async (text: string) => {
      const flooder = relay.connect(newClientId(), 'one address')
      const params = { topic: newTopic(), message: big, ttl: 60, tag: 0 }
      const frame = { id: text, jsonrpc: '2.0', method: 'irn_publish', params }
      const [effect] = await relay.handle(flooder, JSON.stringify(frame))
      return effect?.kind === 'answer' ? effect.frame : ''
    }
    for (let n = 0; n < 8; n++) expect(await handle(`${n}`)).toContain('"result":true')
    expect(await handle('9')).toContain('Too much was published in this minute')
    for (const other of [alice, bob])
      expect(await publish(other, newTopic(), big)).toMatchObject({ result: true })
  })

  it('counts a batch by its parts, and closes a client that sends them without end', async () => {
    const { alice } = await pair({ burstMs: 30_000, requestsPerSecond: 1 }, stillClock())
    const topics = Array.from({ length: 250 }, newTopic)
    expect(await alice.ask('irn_batchSubscribe', { topics })).toHaveProperty('result')
    expect(await alice.ask('irn_batchFetchMessages', { topics })).toHaveProperty('result')
    await alice.ask('irn_batchFetchMessages', { topics }).catch(() => undefined)
    await alice.ask('irn_batchFetchMessages', { topics }).catch(() => undefined)
    expect(alice.closed[0]).toEqual({ code: 1013, reason: 'Too many requests' })
  })

  it('reads the mailbox of a repeated message again, and no other', async () => {
    const { alice, bob, store } = await pair()
    const topics = [newTopic(), newTopic(), newTopic()]
    await bob.ask('irn_batchSubscribe', { topics })
    const [topic = ''] = topics
    // Stored by a process that did not announce it.
    await store.append({
      ...{ topic, message: 'once', hash: sha256('once'), tag: 1108, attestation: undefined },
      ...{ from: newTopic(), ttlMs: 300_000, budget: 'client', addressBudget: 'address' },
    })
    const pending = vi.spyOn(store, 'pending')
    await publish(alice, topic, 'once')
    await publish(alice, topic, 'once')
    expect(pending.mock.calls.map(([readings]) => readings.map((one) => one.topic))).toEqual([
      [topic],
    ])
    expect(bob.connection.isBehind).toBe(false)
    expect(texts(bob)).toEqual(['once'])
  })

  it('sends a slow reader no more than it can receive, and the rest afterwards', async () => {
    const { alice, bob } = await pair({ maxInFlight: 10 })
    const topic = newTopic()
    await bob.ask('irn_subscribe', { topic })
    for (let n = 0; n < 40; n++) await publish(alice, topic, `${n}`)
    expect(bob.inbox).toHaveLength(10)
    for (let at = 0; at < 40; at++) await bob.acknowledge(bob.inbox[at]?.pushId ?? 0)
    expect(texts(bob)).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`))
  })

  it('reads no mailbox for a connection that is paused, closed or not behind', async () => {
    const { alice, bob, disconnect, relay } = await pair()
    const topic = newTopic()
    await bob.ask('irn_subscribe', { topic })
    const { connection } = bob
    const resume = async () =>
      (await relay.resume(connection)).map(
        (effect) => effect.kind === 'push' && effect.message.message,
      )
    expect(await resume()).toEqual([])
    connection.isPaused = true
    await publish(alice, topic, 'late')
    expect(bob.inbox).toEqual([])
    expect(connection.isBehind).toBe(true)
    expect(await resume()).toEqual([])
    connection.isPaused = false
    expect(await resume()).toEqual(['late'])
    connection.isBehind = true
    disconnect(bob)
    expect(await resume()).toEqual([])
  })

  it('reads mailboxes in pages of 1 MiB', async () => {
    const { alice, bob } = await pair({ publishBytesPerMinute: 1e9, requestsPerSecond: 1000 })
    const topics = Array.from({ length: 30 }, newTopic)
    for (const [n, topic] of topics.entries()) {
      await publish(alice, topic, `${String(n).padStart(2, '0')}${'A'.repeat(250_000)}`)
    }
    await bob.ask('irn_batchSubscribe', { topics })
    expect(bob.inbox.length).toBeLessThan(5)
    for (let at = 0; at < 30; at++) await bob.acknowledge(bob.inbox[at]?.pushId ?? 0)
    expect(texts(bob).map((text) => Number(text.slice(0, 2)))).toEqual(topics.map((_, n) => n))
  })

  it('echoes an id exactly', async () => {
    const { alice } = await pair()
    const ids = ['1234567890123456789', '"1234567890123456789"', '9007199254740993', '7', '"a\\"b"']
    for (const id of ids) {
      await alice.send(`{"jsonrpc":"2.0","method":"irn_nothing","id":${id}}`)
      expect(alice.frames.at(-1)).toMatch(new RegExp(`^{"id":${id.replace('\\', '\\\\')},`))
    }
  })

  it('error: refuses an unknown method, bad parameters and a malformed frame', async () => {
    const { alice } = await pair()
    expect(await alice.ask('irn_watchRegister', {})).toMatchObject({ error: { code: -32601 } })
    expect(await alice.ask('__proto__', {})).toMatchObject({ error: { code: -32601 } })
    const refused = await alice.ask('irn_subscribe', { topic: 'secret-topic' })
    expect(refused.error).toEqual({ code: -32602, message: 'params.topic is not valid' })
    await alice.send('{"id":1')
    expect(alice.frames.at(-1)).toContain('"code":-32700')
  })

  it('error: closes with 1013 for a client over its rate limit', async () => {
    const { alice, bob } = await pair({ burstMs: 5000, requestsPerSecond: 1 }, stillClock())
    const topic = newTopic()
    for (let n = 0; n < 7; n++) await alice.send(`{"id":${n},"jsonrpc":"2.0","method":"x"}`)
    expect(alice.frames).toHaveLength(5)
    expect(alice.closed[0]).toEqual({ code: 1013, reason: 'Too many requests' })
    expect(await bob.ask('irn_subscribe', { topic })).toMatchObject({ result: expect.any(String) })
  })

  it('error: refuses more topics than a client may read, over all its sockets', async () => {
    const { alice, connect } = await pair({ topicsPerClient: 3 })
    const twin = connect(alice.connection.clientId)
    await alice.ask('irn_batchSubscribe', { topics: [newTopic(), newTopic()] })
    await twin.ask('irn_subscribe', { topic: newTopic() })
    expect(await twin.ask('irn_subscribe', { topic: newTopic() })).toMatchObject({
      error: { code: -32005, message: 'More than 3 topics' },
    })
  })

  it('shortens a lifetime above seven days', async () => {
    const { alice, bob } = await pair({ maxTtlMs: 1000 })
    const topic = newTopic()
    expect(await publish(alice, topic, 'long', { ttl: 9_999_999 })).toMatchObject({ result: true })
    await sleep(1100)
    await bob.ask('irn_subscribe', { topic })
    expect(texts(bob)).toEqual([])
  })

  it('counts shared limits in windows of time', async () => {
    let at = 1_800_000_000_000
    const { store } = await pair({}, () => at)
    const countFive = async () => {
      const waits: number[] = []
      for (let n = 0; n < 5; n++)
        waits.push(await store.count({ key: 'handshake:x', limit: 3, windowMs: 60_000 }, at))
      return waits
    }
    expect(await countFive()).toEqual([0, 0, 0, 60_000, 60_000])
    at += 60_000
    expect(await countFive()).toEqual([0, 0, 0, 60_000, 60_000])
  })
})

test('error: refuses messages when all mailbox memory is used, until one was delivered; closes nobody', async () => {
  const store = createMemoryStore(resolveLimits(table, { totalBytes: 12_000 }))
  const { connect } = createTestRelay(store)
  const [alice, bob] = [connect('alice'), connect('bob')]
  const topic = newTopic()
  await bob.ask('irn_subscribe', { topic })
  await publish(alice, topic, 'A'.repeat(4000))
  await publish(alice, newTopic(), 'B'.repeat(4000))
  expect(await publish(alice, newTopic(), 'C'.repeat(4000))).toMatchObject({
    error: { code: -32005, message: 'The relay is full' },
  })
  expect(alice.closed).toEqual([])
  await bob.acknowledge(bob.inbox[0]?.pushId ?? 0)
  expect(await publish(alice, newTopic(), 'C'.repeat(4000))).toMatchObject({ result: true })
  expect(store.readSize()).toMatchObject({ messages: 2 })
})

/** Observes a relay on a store that never answers while `isStuck`. */
function openObserved(settings: Settings = {}, now?: () => number) {
  const seen: unknown[] = []
  const delivered: number[] = []
  const memory = createMemoryStore(resolveLimits(table, settings), { now })
  const stuck = { isStuck: false, release: () => {} }
  const store: Store = {
    ...memory,
    append: (message) =>
      stuck.isStuck
        ? new Promise((resolve) => {
            stuck.release = () => resolve(memory.append(message))
          })
        : memory.append(message),
  }
  const observer = {
    onRequest: (method: string, outcome: string) => void seen.push([method, outcome]),
    onDelivered: (ms: number) => void delivered.push(ms),
    onFailure: (error: unknown) => void seen.push((error as Error).message),
  }
  const world = createTestRelay(store, { limits: settings, now, observer })
  return { ...world, delivered, seen, stuck, alice: world.connect('alice'), store }
}

test('error: asks a client to retry when the store does not answer within the limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { alice, seen, stuck } = openObserved({ answerMs: 3000 })
    await publish(alice, newTopic(), 'quick')
    expect(vi.getTimerCount()).toBe(0)
    stuck.isStuck = true
    const answered = publish(alice, newTopic(), 'slow')
    await vi.advanceTimersByTimeAsync(2999)
    expect(alice.frames).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answered).toMatchObject({ error: { code: -32603, message: 'Try again' } })
    expect(seen).toEqual([
      ['irn_publish', 'ok'],
      ['irn_publish', 'failed'],
      'The store did not answer in time',
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('error: closes with 1013 for more unanswered requests than the limit', async () => {
  const { alice, stuck } = openObserved({ requestsAtOnce: 2 })
  await publish(alice, newTopic(), 'answered')
  stuck.isStuck = true
  const first = publish(alice, newTopic(), 'first')
  const { release } = stuck
  const second = publish(alice, newTopic(), 'second')
  expect(alice.closed).toEqual([])
  await alice.send('{"id":1,"jsonrpc":"2.0","method":"irn_nothing"}')
  expect(alice.closed).toEqual([{ code: 1013, reason: 'Too many requests' }])
  release()
  stuck.release()
  expect(await Promise.all([first, second])).toMatchObject([{ result: true }, { result: true }])
  stuck.isStuck = false
  expect(await publish(alice, newTopic(), 'third')).toMatchObject({ result: true })
  expect(alice.closed).toHaveLength(1)
})

test.each([
  ['an acknowledgement of nothing', '{"id":1,"jsonrpc":"2.0","result":true}'],
  ['an error instead of an acknowledgement', '{"id":1,"jsonrpc":"2.0","error":{}}'],
  ['a malformed frame', '{'],
  ['a request', '{"id":1,"jsonrpc":"2.0","method":"irn_nothing"}'],
])('counts %s against the rate limit', async (_, text) => {
  const { alice } = openObserved({ burstMs: 3000, requestsPerSecond: 1 }, stillClock())
  for (let n = 0; n < 3; n++) await alice.send(text)
  expect(alice.closed).toEqual([])
  await alice.send(text)
  expect(alice.closed).toEqual([{ code: 1013, reason: 'Too many requests' }])
})

test('counts an acknowledgement of a push for nothing, and reports how long it took', async () => {
  let at = Date.now()
  const limits = { burstMs: 2000, requestsPerSecond: 1 }
  const { alice, connect, delivered, seen } = openObserved(limits, () => at)
  const topic = newTopic()
  const bob = connect('bob')
  await bob.ask('irn_subscribe', { topic })
  // Three seconds for two requests.
  for (const text of ['1', '2', '3']) {
    await publish(alice, topic, text)
    at += 1500
  }
  await bob.acknowledge(...bob.inbox.map(({ pushId }) => pushId))
  expect(delivered).toEqual([4500, 3000, 1500])
  expect(bob.closed).toEqual([])
  expect(seen.slice(0, 2)).toEqual([
    ['irn_subscribe', 'ok'],
    ['irn_publish', 'ok'],
  ])
})

test('charges a batch for its parts before it is carried out', async () => {
  const limits = { burstMs: 3000, requestsPerSecond: 1 }
  const subscribe = async (count: number) => {
    const { alice } = openObserved(limits, stillClock())
    const topics = Array.from({ length: count }, newTopic)
    await alice.ask('irn_batchSubscribe', { topics }).catch(() => undefined)
    return [alice.frames.length, alice.closed.length, alice.connection.subscriptions.size]
  }
  expect(await subscribe(75)).toEqual([1, 0, 75])
  expect(await subscribe(76)).toEqual([0, 1, 0])
})

test('error: reports an acknowledgement that could not be stored, and reads the mailbox again later', async () => {
  const { alice, connect, relay, seen, store } = openObserved()
  const topic = newTopic()
  const bob = connect('bob')
  await bob.ask('irn_subscribe', { topic })
  await publish(alice, topic, 'text')
  vi.spyOn(store, 'acknowledge').mockRejectedValueOnce(new Error('out of order'))
  await bob.acknowledge(bob.inbox[0]?.pushId ?? 0)
  expect(seen.at(-1)).toBe('out of order')
  expect(bob.connection.isBehind).toBe(true)
  await relay.resume(bob.connection)
  expect([texts(bob), bob.connection.isBehind]).toEqual([['text'], false])
})

test('error: names the parameter that is wrong, and counts the call as refused', async () => {
  const { alice, seen } = openObserved()
  const good = { topic: newTopic(), message: 'text', ttl: 300, tag: 1 }
  const messages = [good, { ...good, ttl: 0 }]
  expect(await alice.ask('irn_batchPublish', { messages })).toMatchObject({
    error: { code: -32602, message: 'params.messages.1.ttl is not valid' },
  })
  expect(await alice.ask('irn_publish', null)).toMatchObject({
    error: { code: -32602, message: 'params is not valid' },
  })
  expect(await alice.ask('toString', {})).toMatchObject({
    error: { code: -32601, message: 'There is no such method' },
  })
  expect(seen).toEqual([
    ['irn_batchPublish', 'refused'],
    ['irn_publish', 'refused'],
    ['unknown', 'refused'],
  ])
})

test('marks each connection that reads a topic as behind when announcements were missed', async () => {
  const { alice, connect, disconnect, relay } = openObserved()
  const [bob, gone] = [connect('bob'), connect('gone')]
  for (const client of [bob, gone])
    await client.ask('irn_batchSubscribe', { topics: [newTopic(), newTopic()] })
  disconnect(gone)
  expect(relay.missed()).toEqual([bob.connection])
  expect([bob, alice].map(({ connection }) => connection.isBehind)).toEqual([true, false])
  expect(relay.readSize()).toEqual({ topics: 2, clients: 1 })
  expect([gone.connection.isClosed, gone.connection.pushes]).toEqual([true, undefined])
})

test('error: reports a failing store, and asks its client to retry', async () => {
  const failure = new Error('no space left')
  const seen: unknown[] = []
  const observer = {
    onRequest: (method: string, outcome: string) => void seen.push([method, outcome]),
    onDelivered: () => undefined,
    onFailure: (error: unknown) => void seen.push(error),
  }
  const store = {
    ...createMemoryStore(resolveLimits(table)),
    append: () => Promise.reject(failure),
  }
  const { connect } = createTestRelay(store, { observer })
  expect(await publish(connect('alice'), newTopic(), 'text')).toMatchObject({
    error: { code: -32603, message: 'Try again' },
  })
  expect(seen).toEqual([['irn_publish', 'failed'], failure])
})

test('[T108] stores no client id and no address in a message row', async () => {
  const store = createMemoryStore(resolveLimits(table))
  const { connect } = createTestRelay(store)
  const [alice, bob] = [connect(newClientId()), connect(newClientId())]
  const topic = newTopic()
  await bob.ask('irn_subscribe', { topic })
  await publish(alice, topic, 'text', { tvf: { txHashes: ['0xsignature'] } })
  await bob.acknowledge(bob.inbox[0]?.pushId ?? 0)
  const [row] = [...store.entries()]
  expect(Object.keys(row ?? {}).sort()).toEqual(
    [
      'attestation',
      'expiresAt',
      'from',
      'hash',
      'message',
      'order',
      'publishedAt',
      'readers',
      'tag',
      'topic',
    ], // prettier-ignore
  )
  expect(row?.readers).toHaveLength(1)
  expect(JSON.stringify(row)).not.toMatch(/did:key|127\.0|signature/)
})
