import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveLimits } from '@foyer/server'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { limits as table } from '../limits.ts'
import { canStartRedis } from '../startRedis.test.kit.ts'
import { startRedisCluster, type TestCluster } from '../startRedisCluster.test.kit.ts'
import { sha256 } from '../subscriptionId.ts'
import { openRedisStore } from './redisStore.ts'
import type { Store } from './store.ts'
import { runSteps, steps } from './storeModel.test.kit.ts'

let cluster: TestCluster
beforeAll(async () => {
  if (canStartRedis) cluster = await startRedisCluster()
})
afterAll(() => cluster?.close())
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const prefix = `test-${randomUUID()}:`
const limits = resolveLimits(table, {
  publishBytesPerMinute: 1e9,
  publishBytesPerMinuteOfAddress: 1e9,
})
/** A process's store, with what it hears. */
async function open() {
  const store = await openRedisStore({ url: cluster.url, limits, prefix, onFailure: () => {} })
  closing.push(store.close)
  const heard = new Set<string>()
  const world = { gaps: 0, heard, store }
  store.watch({
    onMessage: ({ message }) => void heard.add(message),
    onGap: () => void world.gaps++,
  })
  return world
}
/** Topics in every partition of the given first bytes. */
const newTopic = (partition: string) => partition + randomBytes(31).toString('hex')
const partitions = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
const publish = (store: Store, topic: string, message: string) =>
  store.append({
    ...{ topic, message, hash: sha256(message), tag: 7, attestation: undefined },
    ...{ from: sha256('writer'), ttlMs: 600_000, budget: 'client', addressBudget: 'address' },
  })
const reader = sha256('reader')
async function readAll(store: Store, topics: readonly string[]): Promise<string[]> {
  const read: string[] = []
  for (let hasMore = true; hasMore; ) {
    const readings = topics.map((topic) => ({ topic, reader }))
    const page = await store.pending(readings, { maxBytes: 1e6, maxMessages: 200 })
    hasMore = page.hasMore
    for (const { hash, message, topic } of page.messages) {
      read.push(message)
      await store.acknowledge({ topic, hash, reader })
    }
  }
  return read
}
/** Publishes in a loop until stopped. @returns the messages that were acknowledged */
function publishing(store: Store, topics: readonly string[], name: string) {
  const kept: string[] = []
  let isOver = false
  const done = (async () => {
    for (let n = 0; !isOver; n++) {
      const text = `${name} ${n}`
      // A client publishes again when it is told to; the same message is stored once.
      for (;;) {
        const result = await publish(store, topics[n % topics.length] ?? '', text).catch(
          () => undefined,
        )
        if (result?.status === 'kept' || result?.status === 'known') break
        if (isOver) return
        await sleep(20)
      }
      kept.push(text)
    }
  })()
  return {
    kept,
    async stop() {
      isOver = true
      await done
      return kept
    },
  }
}

test.skipIf(!canStartRedis)('behaves like a list of messages in a Redis Cluster', async () => {
  const bounds = {
    ...resolveLimits(table, {
      ...{ topicMessages: 3, topicBytes: 4000, maxTtlMs: 90_000 },
      ...{ publishBytesPerMinute: 12_000, publishBytesPerMinuteOfAddress: 20_000 },
      ...{ heldBytesOfClient: 9000, heldBytesOfAddress: 15_000 },
    }),
    totalBytes: Number.POSITIVE_INFINITY,
  }
  const clock = { nowMs: Date.now() }
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const store = await openRedisStore({
        ...{ url: cluster.url, limits: bounds, onFailure: () => {} },
        ...{ prefix: `test-${randomUUID()}:`, now: () => clock.nowMs },
      })
      try {
        await runSteps({ clock, store, restart: undefined }, bounds, all)
      } finally {
        await store.close()
      }
    }),
    { numRuns: 10 },
  )
})

test.skipIf(!canStartRedis)(
  'hears messages of every partition, over one subscriber connection a node',
  async () => {
    const [one, two] = [await open(), await open()]
    const topics = partitions.map(newTopic)
    await Promise.all(topics.map((topic) => two.store.listen(topic)))
    await Promise.all(topics.map((topic, n) => publish(one.store, topic, `${n}`)))
    await expect.poll(() => two.heard.size).toBe(256)
    const counts = await Promise.all(
      cluster.primaries.map(async ({ admin }) => {
        const clients = String(await admin.client('LIST'))
        return clients.split('\n').filter((line) => Number(/ ssub=(\d+)/.exec(line)?.[1] ?? 0) > 0)
          .length
      }),
    )
    expect(counts).toEqual([1, 1, 1])
    expect(await readAll(one.store, topics)).toHaveLength(256)
    expect(one.heard.size).toBe(0)
  },
)

test.skipIf(!canStartRedis)(
  'loses no acknowledged message while slots move, and hears the new owner',
  async () => {
    const [one, two] = [await open(), await open()]
    const topics = partitions.slice(0, 32).map(newTopic)
    await Promise.all(topics.map((topic) => two.store.listen(topic)))
    const sent = publishing(one.store, topics, 'moving')
    for (const topic of topics.slice(0, 8)) {
      const key = `{${topic.slice(0, 2)}}`
      const owner = await cluster.ownerOf(key)
      const to = cluster.primaries.find((node) => node !== owner)!
      await cluster.move(key, to)
      expect((await cluster.ownerOf(key)).port).toBe(to.port)
    }
    const count = sent.kept.length
    await expect.poll(() => sent.kept.length).toBeGreaterThan(count + 64)
    const kept = await sent.stop()
    expect((await readAll(one.store, topics)).toSorted()).toEqual(kept.toSorted())
    // Announcements of moved partitions arrive again, after a gap was reported for those in between.
    await expect.poll(() => two.gaps).toBeGreaterThan(0)
    // A gap of one partition says nothing about the others, so each topic gets messages until one is heard.
    const missing = new Set(topics.keys())
    let round = 0
    const publishAgain = async () => {
      for (const n of missing) await publish(one.store, topics[n]!, `after ${n} ${round}`)
      round += 1
      for (const text of two.heard) {
        const [word, n] = text.split(' ')
        if (word === 'after') missing.delete(Number(n))
      }
      return missing.size
    }
    await expect.poll(publishAgain, { interval: 500 }).toBe(0)
  },
)

test.skipIf(!canStartRedis)(
  'serves on when a primary is killed and its replica takes over',
  async () => {
    const [one, two] = [await open(), await open()]
    const [first] = cluster.primaries
    const owners = await Promise.all(
      partitions.map((partition) => cluster.ownerOf(`{${partition}}`)),
    )
    const topics = partitions
      .filter((_, n) => owners[n] === first)
      .slice(0, 16)
      .map(newTopic)
    expect(topics.length).toBe(16)
    await Promise.all(topics.map((topic) => two.store.listen(topic)))
    const before = publishing(one.store, topics, 'before')
    await expect.poll(() => before.kept.length).toBeGreaterThan(100)
    const replicated = await before.stop()
    // A message that a primary acknowledged before its replica has it would be lost with the primary.
    await first?.admin.call('WAIT', 1, 5000)
    await first?.kill()
    const during = publishing(one.store, topics, 'during')
    await expect.poll(() => during.kept.length).toBeGreaterThan(64)
    const kept = await during.stop()
    expect((await readAll(one.store, topics)).toSorted()).toEqual(
      [...replicated, ...kept].toSorted(),
    )
    await one.store.ping()
    await expect
      .poll(async () => {
        const text = `heard ${randomUUID()}`
        await publish(one.store, topics[0] ?? '', text)
        await sleep(50)
        return two.heard.has(text)
      })
      .toBe(true)
    // Messages announced meanwhile are read from the mailboxes.
    await expect.poll(() => two.gaps).toBeGreaterThan(0)
  },
)
