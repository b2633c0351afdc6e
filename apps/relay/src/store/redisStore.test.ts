import { randomBytes, randomUUID } from 'node:crypto'
import { resolveLimits } from '@foyer/server'
import { Redis } from 'ioredis'
import { afterEach, expect, test } from 'vitest'
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
  expect(await channels()).toEqual([`${prefix}bell:aa`])
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
  const key = (text: string) => `${prefix}m:${topic}:${sha256(text)}`
  await inspector.del(key('gone'))
  await inspector.set(key('no times'), '{}', 'KEEPTTL')
  await inspector.set(key('no JSON'), '1 2 {', 'KEEPTTL')
  await inspector.set(key('other JSON'), '1 2 {"message":5}', 'KEEPTTL')
  const page = await one.store.pending([{ topic, reader: sha256('reader') }], { maxBytes: 10_000 })
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
  expect(await inspector.scard(`${prefix}d:${topic}:${hash}`)).toBe(100)
  await one.store.acknowledge({ topic, hash: sha256('unknown'), reader: 'reader' })
  expect(await inspector.exists(`${prefix}d:${topic}:${sha256('unknown')}`)).toBe(0)
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
        `foyer-relay:t:${topic}`,
        `foyer-relay:m:${topic}:${sha256('text')}`,
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
