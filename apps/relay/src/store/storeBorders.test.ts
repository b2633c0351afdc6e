import { createHash, randomUUID } from 'node:crypto'
import { type LimitSettings, resolveLimits } from '@foyer/server'
import { afterEach, describe, expect, test } from 'vitest'
import { limits as table } from '../limits.ts'
import { hasRedis, openRedis } from '../startRedis.test.kit.ts'
import { createMemoryStore } from './memoryStore.ts'
import { openRedisStore } from './redisStore.ts'
import type { Store } from './store.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const [topic, other, reader, writer] = ['topic', 'other topic', 'reader', 'writer'].map(hash) as [
  ...[string, string, string, string],
]
/** A message that takes `size` bytes; `name` is one letter. */
const messageOf = (name: string, size: number, more: { topic?: string; budget?: string } = {}) => {
  const message = name.padEnd(size - 512, 'x')
  return {
    ...{ topic, message, hash: hash(message), tag: 7, attestation: undefined, from: writer },
    ...{ ttlMs: 60_000, budget: 'client', addressBudget: 'address', ...more },
  }
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const kinds = {
  memory: async (limits: ReturnType<typeof resolveLimits<typeof table>>): Promise<Store> =>
    createMemoryStore(limits),
  Redis: async (limits: ReturnType<typeof resolveLimits<typeof table>>) => {
    const redis = await openRedis()
    const store = await openRedisStore({
      ...{ url: redis.url, limits, onFailure: () => {}, prefix: `test-${randomUUID()}:` },
    })
    closing.push(redis.close, store.close)
    return store
  },
}

describe.each([['memory'], ['Redis']] as const)('in %s', (kind) => {
  const it = test.skipIf(kind === 'Redis' && !hasRedis)
  const open = async (settings: LimitSettings<typeof table>) => {
    const store = await kinds[kind](resolveLimits(table, settings))
    const append = async (...given: Parameters<typeof messageOf>) =>
      (await store.append(messageOf(...given))).status
    const names = async (maxBytes: number, readings = [{ topic, reader }]) => {
      const { hasMore, messages } = await store.pending(readings, { maxBytes })
      return [messages.map(({ message }) => message[0]).join(''), hasMore]
    }
    return { append, names, store }
  }

  it('a mailbox takes what fills it to the last byte, and no byte more', async () => {
    const { append } = await open({ topicBytes: 2000 })
    expect(await append('a', 2001)).toBe('mailbox-full')
    expect(await append('a', 1400)).toBe('kept')
    expect(await append('b', 601)).toBe('mailbox-full')
    expect(await append('b', 600)).toBe('kept')
    expect(await append('c', 513, { topic: other })).toBe('kept')
  })

  it('a mailbox takes its number of messages, then one for each that was received', async () => {
    const { append, names, store } = await open({ topicMessages: 2 })
    expect([await append('a', 600), await append('b', 600)]).toEqual(['kept', 'kept'])
    expect(await append('c', 600)).toBe('mailbox-full')
    await store.acknowledge({ topic, reader, hash: messageOf('b', 600).hash })
    expect(await append('c', 600)).toBe('kept')
    expect(await append('d', 600)).toBe('mailbox-full')
    expect(await names(10_000)).toEqual(['ac', false])
  })

  it('a client publishes what its minute holds to the last byte; what is refused costs nothing', async () => {
    const { append } = await open({ publishBytesPerMinute: 2000, topicBytes: 1500 })
    expect(await append('z', 1501)).toBe('mailbox-full')
    expect(await append('a', 1300)).toBe('kept')
    expect(await append('a', 1300)).toBe('known')
    expect(await append('b', 701, { topic: other })).toBe('budget-spent')
    expect(await append('b', 700, { topic: other })).toBe('kept')
    expect(await append('c', 513, { topic: other })).toBe('budget-spent')
    expect(await append('c', 513, { topic: other, budget: 'another client' })).toBe('kept')
  })

  it('a page has what fits to the last byte, and at least one message', async () => {
    const { append, names } = await open({})
    for (const name of ['a', 'b', 'c']) await append(name, 600)
    expect(await names(0)).toEqual(['a', true])
    expect(await names(1199)).toEqual(['a', true])
    expect(await names(1200)).toEqual(['ab', true])
    expect(await names(1800)).toEqual(['abc', false])
  })

  it('reads the mailboxes of several topics in the order of arrival, without those to be skipped', async () => {
    const { append, store } = await open({})
    for (const [n, name] of ['a', 'b', 'c', 'd'].entries())
      await append(name, 600, { topic: n % 2 ? other : topic })
    const readings = [
      { topic: other, reader },
      { topic, reader },
    ]
    const skip = (at: string, one: string) => at === other && one === messageOf('b', 600).hash
    const { messages } = await store.pending(readings, { maxBytes: 10_000, skip })
    expect(messages.map(({ message, topic: at }) => [message[0], at])).toEqual([
      ['a', topic],
      ['c', topic],
      ['d', other],
    ])
    expect(messages[0]).toEqual({
      ...{ topic, tag: 7, attestation: undefined, from: writer },
      ...{ message: messageOf('a', 600).message, hash: messageOf('a', 600).hash },
      ...{ publishedAt: expect.any(Number), expiresAt: (messages[0]?.publishedAt ?? 0) + 60_000 },
      ...(kind === 'memory' ? { order: 0, readers: [] } : {}),
    })
    expect(await store.pending([], { maxBytes: 10_000 })).toEqual({ messages: [], hasMore: false })
  })
})

test('all mailboxes in memory take what fills them to the last byte, and evict what was received', async () => {
  const evicted: string[] = []
  const store = createMemoryStore(resolveLimits(table, { totalBytes: 2000 }), {
    onEvict: ({ message }) => evicted.push(message[0] ?? ''),
  })
  const append = async (...given: Parameters<typeof messageOf>) =>
    (await store.append(messageOf(...given))).status
  await append('a', 700)
  await append('b', 700, { topic: other })
  expect(await append('c', 601)).toBe('store-full')
  expect(await append('c', 600)).toBe('kept')
  const acknowledge = (name: string, size: number, where = topic) =>
    store.acknowledge({ topic: where, reader, hash: messageOf(name, size).hash })
  await acknowledge('b', 700, other)
  await acknowledge('a', 700)
  // Removed already: it is not evicted as well.
  store.forget({ topic: other, hash: messageOf('b', 700).hash })
  expect(await append('d', 800)).toBe('kept')
  expect(evicted).toEqual(['a'])
  expect(await append('e', 601)).toBe('store-full')
  expect(store.readSize()).toEqual({ bytes: 1400, messages: 2, topics: 1 })
  expect(store.entries().map(({ message }) => message[0])).toEqual(['c', 'd'])
})

test('a message in memory ends at its last millisecond, also one that is restored', async () => {
  const clock = { nowMs: 1_800_000_000_500 }
  const now = () => clock.nowMs
  const store = createMemoryStore(resolveLimits(table), { now })
  await store.append({ ...messageOf('a', 600), ttlMs: 2000 })
  const [entry] = store.entries()
  const isThere = async (one: Store) =>
    (await one.pending([{ topic, reader }], { maxBytes: 1 })).messages.length > 0
  const restored = () => {
    const next = createMemoryStore(resolveLimits(table), { now })
    next.restore(entry!)
    return next
  }
  clock.nowMs += 1999
  expect([await isThere(store), await isThere(restored())]).toEqual([true, true])
  expect((await store.append(messageOf('a', 600))).status).toBe('known')
  clock.nowMs += 1
  expect([await isThere(store), await isThere(restored())]).toEqual([false, false])
  expect(restored().readSize().messages).toBe(0)
  // Counted until the end of its second, but published again at once.
  expect(store.readSize().messages).toBe(1)
  expect((await store.append(messageOf('a', 600))).status).toBe('kept')
  expect(store.readSize()).toEqual({ bytes: 600, messages: 1, topics: 1 })
})

test('a message that is restored twice is there once, as it was last', async () => {
  const store = createMemoryStore(resolveLimits(table))
  await store.append(messageOf('a', 600))
  const [entry] = store.entries()
  store.restore({ ...entry!, readers: [reader] })
  expect(store.readSize()).toEqual({ bytes: 600, messages: 1, topics: 1 })
  expect(store.entries()).toMatchObject([{ readers: [reader] }])
})
