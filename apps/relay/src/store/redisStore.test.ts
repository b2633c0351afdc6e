import { randomBytes, randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { resolveLimits } from '@foyer/server'
import { Redis } from 'ioredis'
import { afterEach, expect, test, vi } from 'vitest'
import { limits as table } from '../limits.ts'
import { canStartRedis, hasRedis, openRedis, startRedis } from '../startRedis.test.kit.ts'
import { sha256 } from '../subscriptionId.ts'
import { openRedisStore } from './redisStore.ts'
import type { Store } from './store.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Two processes' stores on one Redis, with what each of them hears. */
async function openTwo() {
  const redis = await openRedis()
  closing.push(redis.close)
  const prefix = `test-${randomUUID()}:`
  const open = async () => {
    const store = await openRedisStore({
      ...{ url: redis.url, limits: resolveLimits(table), onFailure: () => {}, prefix },
    })
    const heard: string[] = []
    store.watch({ onMessage: ({ message }) => void heard.push(message), onGap: () => {} })
    closing.push(store.close)
    return { heard, store }
  }
  const inspector = new Redis(redis.url)
  closing.push(() => inspector.disconnect())
  return { inspector, one: await open(), prefix, two: await open() }
}
/** `channel` is the first byte of a topic, which decides where it is announced. */
const newTopic = (channel: string) => channel + randomBytes(31).toString('hex')
const publish = (store: Store, topic: string, message: string, more = {}) =>
  store.append({
    ...{ topic, message, hash: sha256(message), tag: 7, attestation: undefined },
    ...{ from: sha256('writer'), ttlMs: 60_000, budget: 'client', addressBudget: 'address' },
    ...more,
  })

test.skipIf(!hasRedis)(
  'hears what another process stored in the topics it listens to',
  async () => {
    const { one, two } = await openTwo()
    const [topic, neighbour, unheard] = [newTopic('aa'), newTopic('aa'), newTopic('aa')]
    const far = newTopic('bb')
    for (const each of [topic, neighbour, far]) await two.store.listen(each)
    await publish(one.store, unheard, 'unheard')
    await publish(two.store, topic, 'its own')
    await publish(one.store, topic, 'first', { attestation: 'jwt' })
    await publish(one.store, far, 'far')
    await expect.poll(() => two.heard).toEqual(['first', 'far'])
    // The channel stays, for the neighbour.
    two.store.unlisten(topic)
    await publish(one.store, topic, 'no more')
    await publish(one.store, neighbour, 'second')
    await expect.poll(() => two.heard).toEqual(['first', 'far', 'second'])
    two.store.unlisten(neighbour)
    two.store.unlisten(neighbour)
    await publish(one.store, neighbour, 'no more')
    await publish(one.store, far, 'still')
    await expect.poll(() => two.heard).toEqual(['first', 'far', 'second', 'still'])
    await two.store.listen(neighbour)
    await publish(one.store, neighbour, 'again')
    await expect.poll(() => two.heard).toEqual(['first', 'far', 'second', 'still', 'again'])
    expect(one.heard).toEqual([])
  },
)

test.skipIf(!hasRedis)('subscribes to a channel while it has listeners, once', async () => {
  const { inspector, one, prefix } = await openTwo()
  const channels = async () => (await inspector.pubsub('CHANNELS', `${prefix}*`)) as string[]
  const [topic, neighbour] = [newTopic('aa'), newTopic('aa')]
  await Promise.all([one.store.listen(topic), one.store.listen(neighbour)])
  expect(await channels()).toEqual([`${prefix}bell:{aa}`])
  one.store.unlisten(topic)
  one.store.unlisten(neighbour)
  await expect.poll(channels).toEqual([])
})

test.skipIf(!hasRedis)('counts uses of all processes in the windows of the clock', async () => {
  const { inspector, one, prefix, two } = await openTwo()
  const use = { key: 'k', limit: 3, windowMs: 10_000 }
  const at = 1_800_000_001_000
  expect(await one.store.count(use, at)).toBe(0)
  expect(await two.store.count({ ...use, cost: 2 }, at + 1000)).toBe(0)
  expect(await one.store.count(use, at + 2000)).toBe(7000)
  expect(await two.store.count(use, at + 2000)).toBe(7000)
  expect(await two.store.count(use, at + 11_000)).toBe(0)
  const keys = await inspector.keys(`${prefix}k:*`)
  expect(keys.sort()).toEqual([`${prefix}k:180000000`, `${prefix}k:180000001`])
  for (const key of keys) {
    const left = await inspector.pttl(key)
    expect([left > 10_000, left <= 20_000]).toEqual([true, true])
  }
})

test.skipIf(!hasRedis)('skips a message that has gone or that another program wrote', async () => {
  const { inspector, one, prefix } = await openTwo()
  const topic = newTopic('aa')
  const texts = ['gone', 'no times', 'no JSON', 'other JSON', 'good']
  for (const text of texts) await publish(one.store, topic, text)
  const key = (text: string) => `${prefix}m:{aa}${topic}:${sha256(text)}`
  await inspector.del(key('gone'))
  await inspector.set(key('no times'), '{}', 'KEEPTTL')
  await inspector.set(key('no JSON'), '1 2 {', 'KEEPTTL')
  await inspector.set(key('other JSON'), '1 2 {"message":5}', 'KEEPTTL')
  const bounds = { maxBytes: 10_000, maxMessages: 100 }
  const page = await one.store.pending([{ topic, reader: sha256('reader') }], bounds)
  expect(page.messages.map(({ message }) => message)).toEqual(['good'])
  expect(page.hasMore).toBe(false)
  expect(one.store.readSize()).toEqual({ bytes: 0, messages: 0, topics: 0 })
})

test.skipIf(!hasRedis)('remembers a hundred readers of a message, and no more', async () => {
  const { inspector, one, prefix } = await openTwo()
  const topic = newTopic('aa')
  await publish(one.store, topic, 'text')
  const hash = sha256('text')
  for (let n = 0; n < 101; n++) await one.store.acknowledge({ topic, hash, reader: `reader ${n}` })
  expect(await inspector.hlen(`${prefix}r:{aa}${topic}`)).toBe(100)
  await one.store.addReaders([{ topic, reader: 'one more' }])
  expect(await inspector.hlen(`${prefix}r:{aa}${topic}`)).toBe(100)
  const elsewhere = newTopic('aa')
  await one.store.acknowledge({ topic: elsewhere, hash: sha256('unknown'), reader: 'reader' })
  expect(await inspector.exists(`${prefix}r:{aa}${elsewhere}`)).toBe(0)
})

test.skipIf(!canStartRedis)(
  'error: a full Redis refuses messages; another failure is thrown',
  async () => {
    const redis = await startRedis()
    closing.push(redis.close)
    const failures: unknown[] = []
    const store = await openRedisStore({
      ...{ url: redis.url, limits: resolveLimits(table) },
      onFailure: (error) => void failures.push(error),
    })
    closing.push(store.close)
    let gaps = 0
    store.watch({ onMessage: () => {}, onGap: () => gaps++ })
    const inspector = new Redis(redis.url)
    await inspector.config('SET', 'maxmemory', '1')
    const topic = newTopic('aa')
    expect(await publish(store, topic, 'text')).toEqual({ status: 'store-full' })
    await inspector.config('SET', 'maxmemory', '0')
    expect(await publish(store, topic, 'text')).toMatchObject({ status: 'kept' })
    // Keys of other programs are left alone.
    expect(await inspector.keys('*')).toEqual(
      expect.arrayContaining([
        `foyer-relay:t:{aa}${topic}`,
        `foyer-relay:m:{aa}${topic}:${sha256('text')}`,
      ]),
    )
    inspector.disconnect()
    await store.ping()
    await redis.kill()
    await expect(publish(store, topic, 'next')).rejects.toThrow()
    await expect(store.ping()).rejects.toThrow()
    await expect(store.listen(topic)).rejects.toThrow()
    expect(failures.length).toBeGreaterThan(0)
    expect(gaps).toBe(0)
    await redis.start()
    // Each of its two connections reports that it may have missed something.
    await expect.poll(() => gaps).toBe(2)
    await store.listen(topic)
    const heard: string[] = []
    store.watch({ onMessage: ({ message }) => void heard.push(message), onGap: () => {} })
    const other = await openRedisStore({
      ...{ url: redis.url, limits: resolveLimits(table), onFailure: () => {} },
    })
    closing.push(other.close)
    await publish(other, topic, 'heard')
    await expect.poll(() => heard).toEqual(['heard'])
    await redis.kill()
    await expect(
      openRedisStore({ url: redis.url, limits: resolveLimits(table), onFailure: () => {} }),
    ).rejects.toThrow('Redis does not answer: check REDIS_URL.')
  },
)

test.skipIf(!canStartRedis)(
  'a full Redis takes acknowledgements, and messages in the place of received ones',
  async () => {
    const redis = await startRedis()
    closing.push(redis.close)
    const store = await openRedisStore({
      ...{ url: redis.url, limits: resolveLimits(table), onFailure: () => {} },
    })
    closing.push(store.close)
    const inspector = new Redis(redis.url)
    closing.push(() => inspector.disconnect())
    const topic = newTopic('aa')
    const reader = sha256('reader')
    const acknowledge = (text: string) => store.acknowledge({ topic, reader, hash: sha256(text) })
    const waiting = async () => {
      const page = await store.pending([{ topic, reader }], { maxBytes: 1e6, maxMessages: 100 })
      return page.messages.map(({ message }) => message)
    }
    for (const text of ['one', 'two', 'three']) await publish(store, topic, text)
    await inspector.config('SET', 'maxmemory', '1')
    expect(await publish(store, topic, 'four')).toEqual({ status: 'store-full' })
    await acknowledge('two')
    await acknowledge('one')
    expect(await waiting()).toEqual(['three'])
    expect(await publish(store, topic, 'four')).toMatchObject({ status: 'kept' })
    // Larger than the one that is left to be replaced.
    expect(await publish(store, topic, 'x'.repeat(600))).toEqual({ status: 'store-full' })
    expect(await publish(store, newTopic('aa'), 'elsewhere')).toEqual({ status: 'store-full' })
    expect(await waiting()).toEqual(['three', 'four'])
    // It can not remember a reader, and lets it read all the same.
    await store.addReaders([{ topic, reader: sha256('another') }])
    await store.listen(topic)
  },
)

test.skipIf(!hasRedis)(
  'counts what is held for a client and an address, and nothing of what is refused',
  async () => {
    const redis = await openRedis()
    closing.push(redis.close)
    const clock = { nowMs: Date.now() }
    const prefix = `test-${randomUUID()}:`
    const store = await openRedisStore({
      ...{ url: redis.url, onFailure: () => {}, prefix, now: () => clock.nowMs },
      limits: resolveLimits(table, {
        topicMessages: 1,
        heldBytesOfClient: 1600,
        heldBytesOfAddress: 2200,
      }),
    })
    closing.push(store.close)
    const inspector = new Redis(redis.url)
    closing.push(() => inspector.disconnect())
    const send = async (text: string, budget = 'client', topic = newTopic('aa')) =>
      (await publish(store, topic, text, { budget })).status
    const topic = newTopic('aa')
    expect(await send('one', 'client', topic)).toBe('kept')
    const holders = () =>
      Promise.all(
        ['client', 'address'].map((kind) => inspector.hgetall(`${prefix}b:{${kind}:${kind}}`)),
      )
    const before = await holders()
    expect(await send('one', 'client', topic)).toBe('known')
    expect(await send('two', 'client', topic)).toBe('mailbox-full')
    expect(await holders()).toEqual(before)
    for (const text of ['two', 'three']) expect(await send(text)).toBe('kept')
    expect(await send('four')).toBe('share-used')
    expect(await send('one', 'client', topic)).toBe('known')
    expect(await send('four', 'another')).toBe('kept')
    expect(await send('five', 'a third')).toBe('share-used')
    // Until the end of the five minutes in which they expire.
    clock.nowMs += 360_000
    expect(await send('six')).toBe('kept')
  },
)

/** A network in front of a Redis that can lose what subscribers are sent, without closing a connection. */
async function openNetwork(target: string) {
  const { hostname, port } = new URL(target)
  const clients = new Set<Socket>()
  const network = {
    isLossy: false,
    url: '',
    /** Subscriptions that were asked for. */
    subscriptions: 0,
    cut() {
      for (const client of clients) client.destroy()
    },
  }
  const server = createServer((client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    const upstream = connect(Number(port), hostname)
    let [isSubscriber, isLost] = [false, false]
    client.on('data', (data) => {
      const asks = /\bs?subscribe\b/i.test(data.toString('latin1'))
      if (asks) network.subscriptions++
      isSubscriber ||= asks
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      // Lost for ever once it is: only a new connection helps.
      isLost ||= network.isLossy && isSubscriber
      if (!isLost) client.write(data)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  network.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  return network
}

test.skipIf(!hasRedis)(
  'replaces a subscription on which it hears no heartbeat of its own',
  async () => {
    const redis = await openRedis()
    closing.push(redis.close)
    const network = await openNetwork(redis.url)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    closing.push(() => vi.useRealTimers())
    const prefix = `test-${randomUUID()}:`
    const open = async (url: string) => {
      const store = await openRedisStore({
        ...{ url, limits: resolveLimits(table), onFailure: () => {}, prefix },
      })
      closing.push(store.close)
      return store
    }
    const [near, far] = [await open(redis.url), await open(network.url)]
    const heard: string[] = []
    let gaps = 0
    far.watch({ onMessage: ({ message }) => void heard.push(message), onGap: () => gaps++ })
    const topic = newTopic('aa')
    await far.listen(topic)
    const beats: string[] = []
    const inspector = new Redis(redis.url)
    closing.push(() => inspector.disconnect())
    inspector.on('message', (_, bell: string) => void beats.push(bell))
    await inspector.subscribe(`${prefix}bell:{aa}`)
    const beat = async () => {
      const count = beats.length
      vi.advanceTimersByTime(5000)
      await expect.poll(() => beats.length).toBeGreaterThan(count)
    }
    for (const text of ['1', '2', '3', '4']) {
      await beat()
      // Behind the heartbeat on its channel.
      await publish(near, topic, text)
      await expect.poll(() => heard).toContain(text)
    }
    expect([heard.splice(0).length, gaps]).toEqual([4, 0])
    network.isLossy = true
    await beat()
    await publish(near, topic, 'lost')
    network.isLossy = false
    await beat()
    // A new connection: what was lost is read from the mailbox.
    await expect.poll(() => gaps).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        await publish(near, topic, `again ${randomUUID()}`)
        return heard.length
      })
      .toBeGreaterThan(0)
    expect(heard).not.toContain('lost')
  },
)

test.skipIf(!hasRedis)(
  'subscribes again after each break, and no error is left uncaught when it ends before the answer',
  async () => {
    const redis = await openRedis()
    closing.push(redis.close)
    const network = await openNetwork(redis.url)
    const uncaught: unknown[] = []
    const onUncaught = (error: unknown) => void uncaught.push(error)
    process.on('unhandledRejection', onUncaught)
    closing.push(() => process.off('unhandledRejection', onUncaught))
    const failures: unknown[] = []
    const prefix = `test-${randomUUID()}:`
    const [near, far] = await Promise.all(
      [redis.url, network.url].map(async (url) => {
        const onFailure = (error: unknown) => void failures.push(error)
        const store = await openRedisStore({
          ...{ url, limits: resolveLimits(table), onFailure, prefix },
        })
        closing.push(store.close)
        return store
      }),
    )
    if (!near || !far) throw new Error('no store')
    const heard: string[] = []
    far.watch({ onMessage: ({ message }) => void heard.push(message), onGap: () => {} })
    const topics = ['aa', 'bb', 'cc'].map(newTopic)
    for (const topic of topics) await far.listen(topic)
    const breakOff = async () => {
      const before = network.subscriptions
      network.cut()
      await expect.poll(() => network.subscriptions).toBeGreaterThan(before)
    }
    for (let round = 0; round < 3; round++) {
      await breakOff()
      for (const topic of topics)
        await expect
          .poll(async () => {
            await publish(near, topic, `${topic} ${round} ${randomUUID()}`)
            return heard.some((text) => text.startsWith(`${topic} ${round}`))
          })
          .toBe(true)
    }
    network.isLossy = true
    await breakOff()
    await far.close()
    await expect
      .poll(() => [...failures, ...uncaught].map(String))
      .toContain('Error: Connection is closed.')
    expect(uncaught).toEqual([])
  },
)

test.skipIf(!canStartRedis)(
  'keeps the last eighth of the memory of Redis for addresses that hold little',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    closing.push(() => vi.useRealTimers())
    const redis = await startRedis()
    closing.push(redis.close)
    const inspector = new Redis(redis.url)
    closing.push(() => inspector.disconnect())
    const limits = resolveLimits(table, { reserveBytesOfAddress: 2000 })
    const store = await openRedisStore({ url: redis.url, limits, onFailure: () => {} })
    closing.push(store.close)
    const send = async (length: number, addressBudget: string) =>
      (await publish(store, newTopic('aa'), 'x'.repeat(length), { addressBudget })).status
    expect(await send(3000, 'large')).toBe('kept')
    const used = Number(/used_memory:(\d+)/.exec(await inspector.info('memory'))?.[1])
    await inspector.config('SET', 'maxmemory', String(Math.round(used * 1.06)))
    await expect
      .poll(() => {
        vi.advanceTimersByTime(2000)
        return send(100, 'large')
      })
      .toBe('store-full')
    expect(await send(100, 'small')).toBe('kept')
    await inspector.config('SET', 'maxmemory', '0')
    await expect
      .poll(() => {
        vi.advanceTimersByTime(2000)
        return send(100, 'large')
      })
      .toBe('kept')
  },
)
