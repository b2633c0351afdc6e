import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterEach, expect, test, vi } from 'vitest'
import { makeClientKey } from './auth/signRelayJwt.test.kit.ts'
import { connectPeers } from './connectPeers.test.kit.ts'
import { openClient, type SocketClient } from './openClient.test.kit.ts'
import { message, newTopic, publishing, texts, withoutLimits } from './publishing.test.kit.ts'
import { type RelayProcess, spawnRelay } from './spawnRelay.test.kit.ts'
import { startPeer } from './startPeer.test.kit.ts'
import { canStartRedis, startRedis, type TestRedis } from './startRedis.test.kit.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
async function launch(env: Record<string, string>): Promise<RelayProcess> {
  const relay = await spawnRelay({ ...withoutLimits, ...env })
  closing.push(() => relay.end('SIGKILL'))
  return relay
}
async function launchTwo(env: Record<string, string> = {}) {
  const redis: TestRedis = await startRedis()
  closing.push(redis.close)
  const all = { REDIS_URL: redis.url, ...env }
  const [one, two] = await Promise.all([launch(all), launch(all)])
  return { redis, one, two, env: all }
}
/** Runs an action within one window of the relay's rate limit. When a window ended meanwhile, repeats it in one that has counted nothing. */
async function inOneWindow<result>(
  windowMs: number,
  act: (round: number) => Promise<result>,
): Promise<result> {
  const window = () => Math.floor(Date.now() / windowMs)
  for (let round = 0; ; round++) {
    const before = window()
    const result = await act(round)
    if (window() === before) return result
    await sleep(windowMs - (Date.now() % windowMs))
  }
}
test('keeps waiting messages on SIGTERM; the next process delivers them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-relay-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const first = await launch({ DATA_DIR: folder })
  const alice = await openClient(first.url)
  const topics = Array.from({ length: 20 }, newTopic)
  const sent = publishing(alice, topics)
  await vi.waitFor(() => expect(sent.acknowledged.length).toBeGreaterThan(200))
  expect(await first.end('SIGTERM')).toBe(0)
  expect((await alice.closed)[0]).toBe(1001)
  await sent.stop()
  const second = await launch({ DATA_DIR: folder })
  const bob = await openClient(second.url)
  await bob.ask('irn_batchSubscribe', { topics })
  await vi.waitFor(() => expect(texts(bob)).toEqual(expect.arrayContaining(sent.acknowledged)))
})

test.runIf(canStartRedis)(
  '[T108] counts the messages of one address over all processes',
  async () => {
    // 64 KiB per client, 512 KiB per address, per minute.
    const { one, two } = await launchTwo({
      PUBLISH_KB_PER_MINUTE: '64',
      PUBLISH_KB_PER_MINUTE_PER_ADDRESS: '512',
    })
    const accepted = await inOneWindow(60_000, async () => {
      let kept = 0
      for (let n = 0; n < 16; n++) {
        const client = await openClient((n % 2 === 0 ? one : two).url)
        const sent = client.ask('irn_publish', message(newTopic(), `${n}`.padEnd(60_000, 'x')))
        kept += await sent.then(
          () => 1,
          () => 0,
        )
        client.socket.terminate()
      }
      return kept
    })
    // Eight clients' worth, less the overhead of each message.
    expect(accepted).toBe(8)
  },
)

test('error: says why it can not start', async () => {
  await Promise.all([
    expect(spawnRelay({ PORT: 'x' })).rejects.toThrow('PORT must be a whole number'),
    expect(spawnRelay({ REDIS_URL: 'redis://127.0.0.1:1' })).rejects.toThrow(
      'Redis does not answer: check REDIS_URL.',
    ),
  ])
})

test.skipIf(!canStartRedis)('connects a site and a wallet over two processes', async () => {
  const { one, two } = await launchTwo()
  const dapp = await startPeer({ version: '2.21.8', relayUrl: one.url, name: 'site' })
  const wallet = await startPeer({ version: '2.21.8', relayUrl: two.url, name: 'wallet' })
  closing.push(dapp.stop, wallet.stop)
  const { topic } = await connectPeers(dapp, wallet)
  const responded = new Promise((resolve) => {
    wallet.client.once('session_request', ({ id }) => {
      const response = { id, jsonrpc: '2.0', result: '0xsigned' }
      resolve(wallet.client.respond({ topic, response }))
    })
  })
  const request = { method: 'personal_sign', params: ['0x00', '0x1'] }
  expect(await dapp.client.request({ topic, chainId: 'eip155:1', request })).toBe('0xsigned')
  await responded
})

test.skipIf(!canStartRedis)(
  'loses no acknowledged message when a process is killed between publish and delivery',
  async () => {
    const { env, one, two } = await launchTwo()
    const topics = Array.from({ length: 30 }, newTopic)
    const alice = await openClient(one.url)
    const bob = await openClient(two.url)
    await bob.ask('irn_batchSubscribe', { topics })
    const sent = publishing(alice, topics)
    await vi.waitFor(() => expect(bob.inbox.length).toBeGreaterThan(200))
    // Kills the reader's process first: announced but undelivered messages stay in the mailbox.
    await two.end('SIGKILL')
    const count = sent.acknowledged.length
    await vi.waitFor(() => expect(sent.acknowledged.length).toBeGreaterThan(count + 200))
    // Then the writer's, in the middle of its work.
    await one.end('SIGKILL')
    await sent.stop()
    const three = await launch(env)
    const back = await openClient(three.url, { key: bob.key })
    await back.ask('irn_batchSubscribe', { topics })
    await vi.waitFor(() => {
      const had = new Set([...texts(bob), ...texts(back)])
      expect(sent.acknowledged.filter((text) => !had.has(text))).toEqual([])
    })
    expect(sent.acknowledged.length).toBeGreaterThan(400)
    // Messages acknowledged by the reader before the kill are not delivered again.
    expect(back.inbox.length).toBeLessThan(sent.acknowledged.length)
  },
)

test.skipIf(!canStartRedis)(
  'loses no acknowledged message when Redis goes away and comes back',
  async () => {
    const { one, redis, two } = await launchTwo()
    const topics = Array.from({ length: 30 }, newTopic)
    const alice = await openClient(one.url)
    const bob = await openClient(two.url)
    await bob.ask('irn_batchSubscribe', { topics })
    const sent = publishing(alice, topics)
    await vi.waitFor(() => expect(bob.inbox.length).toBeGreaterThan(100))
    await redis.kill()
    await vi.waitFor(async () => {
      expect((await fetch(`${one.url.replace('ws', 'http')}/health`)).status).toBe(503)
    })
    // A publish is not acknowledged while nothing can store the message.
    const during = sent.acknowledged.length
    await sleep(500)
    expect(sent.acknowledged.length).toBe(during)
    await redis.start()
    await vi.waitFor(() => expect(sent.acknowledged.length).toBeGreaterThan(during + 100))
    await sent.stop()
    await vi.waitFor(() => expect(texts(bob)).toEqual(expect.arrayContaining(sent.acknowledged)))
  },
)

test.skipIf(!canStartRedis)(
  'shares acknowledgements and limits among processes, and stores no client in Redis',
  async () => {
    const { one, redis, two } = await launchTwo({
      HANDSHAKES_PER_10S: '6',
      PUBLISH_KB_PER_MINUTE: '20',
    })
    const topic = newTopic()
    const [alice, bob] = [await openClient(one.url), await openClient(one.url)]
    await bob.ask('irn_subscribe', { topic })
    await alice.ask('irn_publish', message(topic, 'one'))
    const inspector = new Redis(redis.url)
    closing.push(async () => inspector.disconnect())
    // Bob's acknowledgement.
    await vi.waitFor(async () => {
      const readers = await inspector.hvals(`foyer-relay:r:{${topic.slice(0, 2)}}${topic}`)
      // The order up to which bob has everything, beside when he was here.
      expect(readers.map((state) => /^\d{16} 0{16} $/.test(state))).toEqual([false])
    })
    expect(texts(bob)).toEqual(['one'])
    const elsewhere = await openClient(two.url, { key: bob.key })
    await elsewhere.ask('irn_subscribe', { topic })
    const twin = await openClient(two.url, { key: alice.key })
    await twin.ask('irn_publish', message(topic, 'two'))
    await vi.waitFor(() => expect([bob.inbox.length, elsewhere.inbox.length]).toEqual([2, 1]))
    // Either process alone would accept one of these, and six of those.
    const published = await inOneWindow(60_000, (round) =>
      Promise.allSettled(
        [alice, twin].map((client, n) =>
          client.ask('irn_publish', message(topic, `${round} ${n} ${'A'.repeat(12_000)}`)),
        ),
      ),
    )
    const refused = published.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: -32005 })
    const attempts = await inOneWindow(10_000, () =>
      Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => openClient(n % 2 ? one.url : two.url)),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(6)

    const keys = await inspector.keys('*')
    const rows = await Promise.all(
      keys.map(async (key) => {
        const kind = await inspector.type(key)
        if (kind === 'string') return `${key} ${await inspector.get(key)}`
        if (kind === 'hash') return `${key} ${JSON.stringify(await inspector.hgetall(key))}`
        return `${key} ${await inspector.zrange(key, '0', '-1')}`
      }),
    )
    const lives = await Promise.all(keys.map((key) => inspector.pttl(key)))
    expect(rows.join('\n')).toContain(topic)
    expect(rows.join('\n')).not.toMatch(/did:key|127\.0\.0|::1/)
    expect(lives.every((left) => left > 0)).toBe(true)
  },
)

test.skipIf(!canStartRedis)(
  'a roll-out under load loses no acknowledged message: clients of the process that drains are back on the next one',
  async () => {
    const { one, two } = await launchTwo({ DRAIN_SECONDS: '2' })
    const topics = Array.from({ length: 40 }, newTopic)
    const inboxes: SocketClient['inbox'][] = []
    const read = async (topic: string, relay: RelayProcess, key = makeClientKey()) => {
      const reader = await openClient(relay.url, { key })
      inboxes.push(reader.inbox)
      await reader.ask('irn_subscribe', { topic })
      return reader
    }
    const first = await Promise.all(topics.map((topic) => read(topic, one)))
    const moves = first.map(async ({ closed, key }, n) => {
      const [code] = await closed
      await read(topics[n]!, two, key)
      return code
    })
    const writer = await openClient(two.url)
    const sent = publishing(writer, topics)
    await vi.waitFor(() => expect(sent.acknowledged.length).toBeGreaterThan(100))
    expect(await one.end('SIGTERM')).toBe(0)
    expect(await Promise.all(moves)).toEqual(Array(40).fill(1001))
    const count = sent.acknowledged.length
    await vi.waitFor(() => expect(sent.acknowledged.length).toBeGreaterThan(count + 100))
    await sent.stop()
    await vi.waitFor(() => {
      const received = new Set(inboxes.flat().map(({ message: text }) => text))
      expect(sent.acknowledged.filter((text) => !received.has(text))).toEqual([])
    })
  },
)

test.skipIf(!canStartRedis)("ends no connection of another process by a client's key", async () => {
  const { one, two } = await launchTwo()
  const key = makeClientKey()
  const [here, there] = [await openClient(one.url, { key }), await openClient(two.url, { key })]
  const topic = newTopic()
  await here.ask('irn_subscribe', { topic })
  await there.ask('irn_subscribe', { topic })
  const alice = await openClient(two.url)
  await alice.ask('irn_publish', message(topic, 'both'))
  await vi.waitFor(() => expect([texts(here), texts(there)]).toEqual([['both'], ['both']]))
  await here.ask('irn_unsubscribe', { topic, id: 'x' })
  await alice.ask('irn_publish', message(topic, 'one'))
  await vi.waitFor(() => expect(texts(there)).toEqual(['both', 'one']))
  await sleep(100)
  expect(texts(here)).toEqual(['both'])
})
