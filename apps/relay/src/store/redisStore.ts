import { randomBytes } from 'node:crypto'
import { createMemoryCounter } from '@foyer/server'
import { Redis } from 'ioredis'
import * as v from 'valibot'
import type { Limits } from '../limits.ts'
import { redisScripts } from './redisScripts.ts'
import { type Page, type Store, type StoredMessage, type StoreWatcher, sizeOf } from './store.ts'

type Scripts = Record<
  keyof typeof redisScripts,
  (...parameters: (string | number)[]) => Promise<unknown>
>

const content = v.object({
  message: v.string(),
  tag: v.number(),
  attestation: v.optional(v.string()),
  from: v.string(),
  hash: v.string(),
})

/** Time limit of a Redis command, in ms; after that the client receives an error and retries. */
const commandTimeoutMs = 5000
const nodeIdLength = 16

/**
 * Opens a store in Redis, for any number of processes. Stores and announces a message atomically; a missed announcement
 * is recovered from the mailbox.
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
  const options = {
    commandTimeout: commandTimeoutMs,
    connectTimeout: commandTimeoutMs,
    lazyConnect: true,
    maxRetriesPerRequest: 2,
    retryStrategy: (times: number) => Math.min(100 * times, 2000),
  }
  const commands = new Redis(url, { ...options, enableAutoPipelining: true })
  const bells = new Redis(url, options)
  for (const redis of [commands, bells]) redis.on('error', onFailure)
  for (const [name, script] of Object.entries(redisScripts)) commands.defineCommand(name, script)
  const scripts = commands as unknown as Scripts
  try {
    await Promise.all([commands.connect(), bells.connect()])
  } catch (cause) {
    commands.disconnect()
    bells.disconnect()
    throw new Error('Redis does not answer: check REDIS_URL.', { cause })
  }

  const nodeId = randomBytes(nodeIdLength / 2).toString('hex')
  const heard = new Map<string, { topics: Set<string>; ready: Promise<unknown> }>()
  const here = createMemoryCounter()
  let watcher: StoreWatcher | undefined

  const messageKey = (topic: string, hash: string) => `${prefix}m:${topic}:${hash}`
  const readersKey = (topic: string, hash: string) => `${prefix}d:${topic}:${hash}`
  // Topics are random hex: their first byte spreads them evenly over 256 channels.
  const channelOf = (topic: string) => `${prefix}bell:${topic.slice(0, 2)}`

  bells.on('message', (channel: string, bell: string) => {
    const topic = bell.slice(nodeIdLength, nodeIdLength + 64)
    // Skip this process's own messages, which are delivered locally after the answer.
    if (bell.startsWith(nodeId) || !heard.get(channel)?.topics.has(topic)) return
    const message = parseContent(topic, bell.slice(nodeIdLength + 64))
    if (message) watcher?.onMessage(message)
  })
  // A reconnect: the first connection was ready before this listener. ioredis resubscribes before it emits `ready`.
  bells.on('ready', () => watcher?.onGap())
  commands.on('ready', () => watcher?.onGap())

  return {
    async append({ addressBudget, budget, ttlMs, ...rest }) {
      const { attestation, from, hash, message, tag, topic } = rest
      const size = sizeOf(rest)
      const { limit, windowMs } = limits.publishBytesPerMinute
      const minute = Math.floor(now() / windowMs)
      let answer: unknown
      try {
        answer = await scripts.relayAppend(
          `${prefix}t:${topic}`,
          messageKey(topic, hash),
          `${prefix}publish:${budget}:${minute}`,
          `${prefix}publish-address:${addressBudget}:${minute}`,
          hash,
          from,
          size,
          ttlMs,
          JSON.stringify({ hash, from, tag, attestation, message }),
          limits.topicMessages,
          limits.topicBytes,
          limit,
          channelOf(topic),
          nodeId + topic,
          messageKey(topic, ''),
          readersKey(topic, ''),
          limit * limits.clientsPerAddress,
        )
      } catch (error) {
        // Out of memory: Redis's own `maxmemory` was reached.
        if (/\bOOM\b/.test((error as Error).message)) return { status: 'store-full' }
        throw error
      }
      const [status, publishedAt, expiresAt] = v.parse(appended, answer)
      if (status !== 'kept') return { status }
      const times = { publishedAt: Number(publishedAt), expiresAt: Number(expiresAt) }
      return { status, message: { ...rest, ...times } }
    },

    async pending(readings, { maxBytes, skip }): Promise<Page> {
      const members = await Promise.all(
        readings.map(async ({ reader, topic }) => {
          const found = await scripts.relayPending(
            `${prefix}t:${topic}`,
            reader,
            readersKey(topic, ''),
          )
          return v.parse(texts, found).map((member) => ({
            topic,
            order: member.slice(0, 16),
            hash: member.slice(16, 80),
            size: Number(member.slice(144)),
          }))
        }),
      )
      const waiting = members
        .flat()
        .filter(({ hash, topic }) => !skip?.(topic, hash))
        .sort((a, b) => (a.order < b.order ? -1 : 1))
      let left = maxBytes
      const cut = waiting.findIndex(({ size }, n) => {
        left -= size
        return left < 0 && n > 0
      })
      const page = cut < 0 ? waiting : waiting.slice(0, cut)
      const contents =
        page.length === 0
          ? []
          : await commands.mget(page.map(({ hash, topic }) => messageKey(topic, hash)))
      return {
        // Skip messages that expired between the two reads.
        messages: page.flatMap(({ topic }, n) => parseContent(topic, contents[n] ?? '') ?? []),
        hasMore: cut >= 0,
      }
    },

    async acknowledge({ hash, reader, topic }) {
      await scripts.relayAcknowledge(messageKey(topic, hash), readersKey(topic, hash), reader)
    },

    async listen(topic) {
      const channel = channelOf(topic)
      const known = heard.get(channel)
      if (known) {
        known.topics.add(topic)
        await known.ready
        return
      }
      const ready = bells.subscribe(channel)
      heard.set(channel, { topics: new Set([topic]), ready })
      try {
        await ready
      } catch (error) {
        // Let the next call subscribe again.
        if (heard.get(channel)?.ready === ready) heard.delete(channel)
        throw error
      }
    },

    unlisten(topic) {
      const channel = channelOf(topic)
      const known = heard.get(channel)
      known?.topics.delete(topic)
      if (known?.topics.size !== 0) return
      heard.delete(channel)
      bells.unsubscribe(channel).catch(onFailure)
    },

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
      await commands.ping()
    },
    readSize: () => ({ bytes: 0, messages: 0, topics: 0 }),
    async close() {
      watcher = undefined
      bells.disconnect()
      // `quit` waits for pending commands; without a connection, disconnect at once.
      await commands.quit().catch(() => commands.disconnect())
    },
  }
}

export declare namespace openRedisStore {
  type Options = {
    /** `redis://user:password@host:6379`, or `rediss://`. */
    url: string
    limits: Limits
    /** Called when the connection has failed; ioredis reconnects. */
    onFailure: (error: unknown) => void
    prefix?: string | undefined
    /** @default Date.now */
    now?: (() => number) | undefined
  }
}

const texts = v.array(v.string())
const appended = v.union([
  v.tuple([v.literal('kept'), v.string(), v.string()]),
  v.tuple([v.picklist(['known', 'mailbox-full', 'budget-spent'])]),
])

function parseContent(topic: string, text: string): StoredMessage | undefined {
  const [, publishedAt, expiresAt, json] = /^(\d+) (\d+) (.+)$/s.exec(text) ?? []
  if (json === undefined) return undefined
  const parsed = v.safeParse(content, parseJson(json))
  // Written by another version of this server, or by another program.
  if (!parsed.success) return undefined
  const { attestation, ...rest } = parsed.output
  const times = { publishedAt: Number(publishedAt), expiresAt: Number(expiresAt) }
  return { topic, ...rest, attestation, ...times }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
