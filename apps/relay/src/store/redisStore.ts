import { randomBytes } from 'node:crypto'
import { createMemoryCounter } from '@foyer/server'
import type { Cluster, Redis } from 'ioredis'
import * as v from 'valibot'
import type { Limits } from '../limits.ts'
import { createBells } from './redisBells.ts'
import { connectRedis } from './redisClient.ts'
import { parseContent } from './redisContent.ts'
import type { Scripts } from './redisScripts.ts'
import { createSpending } from './redisSpending.ts'
import {
  type Appended,
  type NewMessage,
  type Page,
  type Store,
  type StoreWatcher,
  sizeOf,
} from './store.ts'

// Topics are random hex: their first byte spreads them evenly over 256 partitions.
const partitionOf = (topic: string) => topic.slice(0, 2)

/** Groups what belongs to the same partition, and so to the same node of a Cluster. */
function byPartition<item extends { readonly topic: string }>(items: readonly item[]): item[][] {
  const groups = new Map<string, item[]>()
  for (const item of items) {
    const group = groups.get(partitionOf(item.topic))
    if (group) group.push(item)
    else groups.set(partitionOf(item.topic), [item])
  }
  return [...groups.values()]
}

const nodeIdLength = 16
/** Time between two looks at the memory of Redis, in ms. */
const memoryMs = 2000
/** Part of Redis's memory that is left to addresses that hold little. */
const reservePart = 8
/** Minimum of messages read from each topic at once. */
const minPerTopic = 8

/**
 * Opens a store in Redis or a Redis Cluster, for any number of processes. Stores and announces a message atomically; a
 * missed announcement is recovered from the mailbox.
 * @param prefix - prefix of all keys, so that one Redis can serve several relays. @default 'foyer-relay:'
 * @throws when Redis does not answer
 */
export async function openRedisStore({
  limits,
  now = Date.now,
  onFailure,
  prefix = 'foyer-relay:',
  url,
}: openRedisStore.Options): Promise<Store> {
  const { commands, openBells } = await connectRedis(
    url.split(',').map((one) => one.trim()),
    { onFailure },
  )
  const { isCluster, redis } = commands
  const scripts = redis as unknown as Scripts
  const nodeId = randomBytes(nodeIdLength / 2).toString('hex')
  const here = createMemoryCounter()
  const spending = createSpending(scripts, { limits, prefix })
  const publishCommand = isCluster ? 'SPUBLISH' : 'PUBLISH'
  let watcher: StoreWatcher | undefined
  let isCrowded = false

  const keyOf = (kind: 'm' | 'r' | 't', topic: string) =>
    `${prefix}${kind}:{${partitionOf(topic)}}${topic}`
  const mailboxKey = (topic: string) => keyOf('t', topic)
  const readersKey = (topic: string) => keyOf('r', topic)
  const messageKey = (topic: string, hash: string) => `${keyOf('m', topic)}:${hash}`
  const channelOf = (topic: string) => `${prefix}bell:{${partitionOf(topic)}}`

  const bells = createBells({
    nodeId,
    open: openBells,
    onFailure,
    onGap: () => watcher?.onGap(),
    onBell(bell, topics) {
      const topic = bell.slice(0, 64)
      if (!topics.has(topic)) return
      const message = parseContent(topic, bell.slice(64))
      if (message) watcher?.onMessage(message)
    },
    publish: (channel, bell) =>
      isCluster ? (redis as Cluster).spublish(channel, bell) : redis.publish(channel, bell),
  })
  try {
    await bells.connect()
  } catch (cause) {
    redis.disconnect()
    bells.close()
    throw new Error('Redis does not answer: check REDIS_URL.', { cause })
  }
  // A reconnect: the first connection was ready before this listener.
  redis.on('ready', () => watcher?.onGap())

  async function readMemory(): Promise<void> {
    const nodes: Redis[] = isCluster ? (redis as Cluster).nodes('master') : [redis as Redis]
    const parts = await Promise.all(
      nodes.map(async (node) => readUsedPart(await node.info('memory'))),
    )
    isCrowded = Math.max(0, ...parts) > 1 - 1 / reservePart
  }
  const watching = setInterval(() => void readMemory().catch(onFailure), memoryMs)
  watching.unref()

  async function store(
    { ttlMs, ...rest }: Omit<NewMessage, 'addressBudget' | 'budget'>,
    { isFull = false } = {},
  ): Promise<Appended> {
    const { attestation, from, hash, message, tag, topic } = rest
    let answer: unknown
    try {
      answer = await scripts.relayAppend(
        mailboxKey(topic),
        messageKey(topic, hash),
        readersKey(topic),
        hash,
        from,
        sizeOf(rest),
        ttlMs,
        JSON.stringify({ hash, from, tag, attestation, message }),
        limits.topicMessages,
        limits.topicBytes,
        publishCommand,
        channelOf(topic),
        nodeId + topic,
        messageKey(topic, ''),
        limits.maxTtlMs,
        isFull ? 'full' : '',
      )
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      // Received messages of the same topic make room.
      return isFull ? { status: 'store-full' } : store({ ttlMs, ...rest }, { isFull: true })
    }
    const [status, publishedAt, expiresAt] = v.parse(appended, answer)
    if (status !== 'kept') return { status }
    const times = { publishedAt: Number(publishedAt), expiresAt: Number(expiresAt) }
    return { status, message: { ...rest, ...times } }
  }

  return {
    async append({ addressBudget, budget, ...message }) {
      const atMs = now()
      const size = sizeOf(message)
      if (size > limits.topicBytes) return { status: 'mailbox-full' }
      const use = { budget, addressBudget, size, ttlMs: message.ttlMs, isCrowded }
      const refused = await spending.spend(use, atMs)
      if (refused !== undefined) {
        // A repeated message costs nothing.
        const isKnown = await redis.exists(messageKey(message.topic, message.hash))
        return { status: isKnown ? 'known' : refused }
      }
      const result = await store(message)
      if (result.status !== 'kept') await spending.refund(use, atMs)
      return result
    },

    async pending(readings, { maxBytes, maxMessages }): Promise<Page> {
      const perTopic = Math.min(
        maxMessages + 1,
        Math.max(minPerTopic, Math.ceil((2 * maxMessages) / Math.max(1, readings.length))),
      )
      const groups = byPartition(readings)
      const answers = await Promise.all(
        groups.map(async (group) => {
          const keys = group.flatMap(({ topic }) => [mailboxKey(topic), readersKey(topic)])
          const given = group.flatMap(({ reader, skip }) => [reader, perTopic + (skip?.size ?? 0)])
          const answer = await scripts.relayPending(keys.length, ...keys, ...given)
          return v
            .parse(pendingTopics, answer)
            .map((one, n) => ({ one, reading: group[n] as (typeof group)[number] }))
        }),
      )
      let visited = 0
      /** Order behind which a topic may have messages that were not read. */
      let horizon = '~'
      const waiting: { topic: string; order: string; hash: string; size: number }[] = []
      for (const { one, reading } of answers.flat()) {
        const [looked, hasMore, members] = one
        const { skip, topic } = reading
        visited += 1 + looked
        const last = members.at(-1)?.slice(0, 16)
        if (hasMore === 1 && last !== undefined && last < horizon) horizon = last
        for (const member of members) {
          const hash = member.slice(16, 80)
          if (skip?.has(hash)) continue
          waiting.push({ topic, order: member.slice(0, 16), hash, size: Number(member.slice(80)) })
        }
      }
      const inOrder = waiting
        .filter(({ order }) => order <= horizon)
        .sort((a, b) => (a.order < b.order ? -1 : 1))
      let left = maxBytes
      const cut = inOrder.findIndex(({ size }, n) => {
        left -= size
        return n > 0 && (left < 0 || n >= maxMessages)
      })
      const page = cut < 0 ? inOrder : inOrder.slice(0, cut)
      const contents = await readContents(page)
      return {
        // Skip messages that expired between the two reads.
        messages: page.flatMap(({ topic }, n) => parseContent(topic, contents[n] ?? '') ?? []),
        hasMore: cut >= 0 || horizon !== '~',
        visited,
      }
    },

    async addReaders(readers) {
      const groups = byPartition(readers)
      await Promise.all(
        groups.map(async (group) => {
          const keys = group.map(({ topic }) => readersKey(topic))
          const given = [
            limits.readersPerTopic,
            limits.maxTtlMs,
            ...group.map(({ reader }) => reader),
          ]
          try {
            await scripts.relayReaders(keys.length, ...keys, ...given)
          } catch (error) {
            // A full Redis remembers no more readers.
            if (!isOutOfMemory(error)) throw error
          }
        }),
      )
    },

    async acknowledge({ hash, reader, topic }) {
      await scripts.relayAcknowledge(
        mailboxKey(topic),
        readersKey(topic),
        messageKey(topic, hash),
        reader,
        limits.readersPerTopic,
        limits.maxTtlMs,
      )
    },

    listen: (topic) => bells.listen(channelOf(topic), topic),
    unlisten: (topic) => bells.unlisten(channelOf(topic), topic),

    async count(use, nowMs) {
      // Count locally first, so that a flood does not reach Redis.
      const waitMs = here.count(use, nowMs)
      if (waitMs > 0) return waitMs
      const { cost = 1, key, limit, windowMs } = use
      const window = `${prefix}${key}:${Math.floor(nowMs / windowMs)}`
      const isLeft = await scripts.relayTake(window, cost, limit, windowMs * 2)
      return isLeft === 1 ? 0 : windowMs - (nowMs % windowMs)
    },

    watch(given) {
      watcher = given
    },
    async ping() {
      const nodes: Redis[] = isCluster ? (redis as Cluster).nodes('master') : [redis as Redis]
      await Promise.all(nodes.map((node) => node.ping()))
    },
    readSize: () => ({ bytes: 0, messages: 0, topics: 0 }),
    async close() {
      watcher = undefined
      clearInterval(watching)
      bells.close()
      // `quit` waits for pending commands; without a connection, disconnect at once.
      await redis.quit().catch(() => redis.disconnect())
    },
  }

  /** Reads messages, in the order given: one command for each partition, since a node has no other ones. */
  async function readContents(
    page: readonly { topic: string; hash: string }[],
  ): Promise<(string | null)[]> {
    const contents = new Map<string, string | null>()
    const groups = byPartition(page)
    await Promise.all(
      groups.map(async (group) => {
        const keys = group.map(({ hash, topic }) => messageKey(topic, hash))
        const found = await redis.mget(keys)
        for (const [n, key] of keys.entries()) contents.set(key, found[n] ?? null)
      }),
    )
    return page.map(({ hash, topic }) => contents.get(messageKey(topic, hash)) ?? null)
  }
}

export declare namespace openRedisStore {
  type Options = {
    /** `redis://user:password@host:6379`, or `rediss://`; of a Cluster some of its nodes, joined by commas. */
    url: string
    limits: Limits
    /** Called when the connection has failed; ioredis reconnects. */
    onFailure: (error: unknown) => void
    prefix?: string | undefined
    /** @default Date.now */
    now?: (() => number) | undefined
  }
}

const pendingTopics = v.array(v.tuple([v.number(), v.number(), v.array(v.string())]))
const appended = v.union([
  v.tuple([v.literal('kept'), v.string(), v.string()]),
  v.tuple([v.picklist(['known', 'mailbox-full', 'store-full'])]),
])

/** Redis's own `maxmemory` was reached. */
const isOutOfMemory = (error: unknown) => /\bOOM\b/.test((error as Error).message)

/** Returns which part of its `maxmemory` a Redis uses; 0 without a limit. */
function readUsedPart(info: string): number {
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const most = read('maxmemory')
  return most === 0 ? 0 : read('used_memory') / most
}
