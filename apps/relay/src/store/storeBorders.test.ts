import { createHash, randomUUID } from 'node:crypto'
import { type LimitSettings, resolveLimits } from '@foyer/server'
import { afterEach, describe, expect, test } from 'vitest'
import { limits as table } from '../limits.ts'
import { hasRedis, openRedis } from '../startRedis.test.kit.ts'
import { createMemoryStore } from './memoryStore.ts'
import { openRedisStore } from './redisStore.ts'
import { mailboxOverhead, readerOverhead, type Store } from './store.ts'

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
    const names = async (maxBytes: number, maxMessages = 100) => {
      const { hasMore, messages } = await store.pending([{ topic, reader }], {
        maxBytes,
        maxMessages,
      })
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
    expect(await names(1800, 1)).toEqual(['a', true])
    expect(await names(1800, 2)).toEqual(['ab', true])
    expect(await names(1800, 3)).toEqual(['abc', false])
  })

  it('reads the mailboxes of several topics in the order of arrival, without those to be skipped', async () => {
    const { append, store } = await open({})
    for (const [n, name] of ['a', 'b', 'c', 'd'].entries())
      await append(name, 600, { topic: n % 2 ? other : topic })
    const readings = [
      { topic: other, reader, skip: new Set([messageOf('b', 600).hash]) },
      { topic, reader },
    ]
    const bounds = { maxBytes: 10_000, maxMessages: 100 }
    const { messages } = await store.pending(readings, bounds)
    expect(messages.map(({ message, topic: at }) => [message[0], at])).toEqual([
      ['a', topic],
      ['c', topic],
      ['d', other],
    ])
    expect(messages[0]).toEqual({
      ...{ topic, tag: 7, attestation: undefined, from: writer },
      ...{ message: messageOf('a', 600).message, hash: messageOf('a', 600).hash },
      ...{ publishedAt: expect.any(Number), expiresAt: (messages[0]?.publishedAt ?? 0) + 60_000 },
      ...(kind === 'memory' ? { order: 0 } : {}),
    })
    expect(await store.pending([], bounds)).toEqual({ messages: [], hasMore: false, visited: 0 })
  })
})

test('all mailboxes in memory take what fills them to the last byte, and evict what was received', async () => {
  const evicted: string[] = []
  // Two messages of 700 bytes in two mailboxes.
  const totalBytes = 1400 + 2 * mailboxOverhead + 600
  const store = createMemoryStore(resolveLimits(table, { totalBytes }), {
    onEvict: ({ message }) => evicted.push(message[0] ?? ''),
  })
  const append = async (...given: Parameters<typeof messageOf>) =>
    (await store.append(messageOf(...given))).status
  await append('a', 700)
  await append('b', 700, { topic: other })
  expect(await append('c', 601)).toBe('store-full')
  expect(await append('c', 600)).toBe('kept')
  expect(store.readSize()).toEqual({ bytes: totalBytes, messages: 3, topics: 2 })
  const acknowledge = (name: string, size: number, where = topic) =>
    store.acknowledge({ topic: where, reader, hash: messageOf(name, size).hash })
  await acknowledge('b', 700, other)
  await acknowledge('a', 700)
  // Removed already: it is not evicted as well.
  store.forget({ topic: other, hash: messageOf('b', 700).hash })
  expect(await append('d', 600)).toBe('kept')
  expect(evicted).toEqual([])
  // The reader of the empty mailbox is forgotten first, then what was received goes.
  expect(await append('e', 1200)).toBe('kept')
  expect(evicted).toEqual(['a'])
  expect(await append('f', 1000)).toBe('store-full')
  expect([...store.entries()].map(({ message }) => message[0])).toEqual(['c', 'd', 'e'])
})

test('a message in memory ends at its last millisecond, also one that is restored', async () => {
  const clock = { nowMs: 1_800_000_000_500 }
  const now = () => clock.nowMs
  const store = createMemoryStore(resolveLimits(table), { now })
  await store.append({ ...messageOf('a', 600), ttlMs: 2000 })
  const [entry] = [...store.entries()]
  const isThere = async (one: Store) =>
    (await one.pending([{ topic, reader }], { maxBytes: 1, maxMessages: 1 })).messages.length > 0
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
  expect(store.readSize()).toEqual({ bytes: 600 + mailboxOverhead, messages: 1, topics: 1 })
})

test('a message that is restored twice is there once, as it was last', async () => {
  const store = createMemoryStore(resolveLimits(table))
  await store.append(messageOf('a', 600))
  const [entry] = [...store.entries()]
  store.restore({ ...entry!, readers: [reader] })
  const bytes = 600 + mailboxOverhead + readerOverhead
  expect(store.readSize()).toEqual({ bytes, messages: 1, topics: 1 })
  expect([...store.entries()]).toMatchObject([{ readers: [reader] }])
})

test.each([['memory'], ['Redis']] as const)(
  'in %s, a message makes room only after every reader that is known has it',
  async (kind) => {
    if (kind === 'Redis' && !hasRedis) return
    const store = await kinds[kind](resolveLimits(table, { topicMessages: 2 }))
    const append = async (name: string) => (await store.append(messageOf(name, 600))).status
    const acknowledge = (name: string, who: string) =>
      store.acknowledge({ topic, reader: who, hash: messageOf(name, 600).hash })
    const stranger = hash('stranger')
    // The reader was here, and is away now. The publisher reads the topic too.
    await store.addReaders([
      { topic, reader },
      { topic, reader: writer },
    ])
    await append('a')
    await append('b')
    for (const name of ['a', 'b']) await acknowledge(name, stranger)
    expect(await append('c')).toBe('mailbox-full')
    await acknowledge('b', reader)
    expect(await append('c')).toBe('kept')
    const bounds = { maxBytes: 1e6, maxMessages: 10 }
    const { messages } = await store.pending([{ topic, reader }], bounds)
    expect(messages.map(({ message }) => message[0])).toEqual(['a', 'c'])
    // A reader that comes later is waited for too.
    await acknowledge('a', reader)
    await store.addReaders([{ topic, reader: hash('late') }])
    expect(await append('d')).toBe('mailbox-full')
    await acknowledge('a', hash('late'))
    expect(await append('d')).toBe('kept')
  },
)

test('a reader that was away for longer than a message lives is not waited for', async () => {
  const clock = { nowMs: 1_800_000_000_000 }
  const limits = resolveLimits(table, { topicMessages: 1, maxTtlMs: 100_000 })
  const store = createMemoryStore(limits, { now: () => clock.nowMs })
  const append = async (name: string) => (await store.append(messageOf(name, 600))).status
  await store.addReaders([{ topic, reader: hash('away') }])
  clock.nowMs += 50_000
  await append('a')
  await store.acknowledge({ topic, reader, hash: messageOf('a', 600).hash })
  clock.nowMs += 49_999
  expect(await append('b')).toBe('mailbox-full')
  clock.nowMs += 1
  expect(await append('b')).toBe('kept')
})
