import type { RedisClient } from './redisClient.ts'

/** Time between two heartbeats, in ms. */
const beatMs = 5000
/** Time after a change of the Cluster until its channels are tested, in ms. */
const settleMs = 300

type Channel = {
  readonly name: string
  readonly topics: Set<string>
  ready: Promise<unknown>
  /** Heartbeats that were sent and not heard. */
  missed: number
  /** True from a missed heartbeat, or a change of the Cluster, until one is heard: announcements may be lost. */
  isDeaf: boolean
}

/**
 * Makes the subscriptions to announcements: one channel for each partition in which there is a reader. A process also
 * announces heartbeats and listens for its own. A channel on which it hears none is subscribed again, then the connection is
 * replaced; a connection can be dead without an error.
 */
export function createBells({
  nodeId,
  onBell,
  onFailure,
  onGap,
  open,
  publish,
}: createBells.Options) {
  const channels = new Map<string, Channel>()
  const beat = `${nodeId}beat`
  let client = open()
  let settling: NodeJS.Timeout | undefined

  function receive(name: string, bell: string): void {
    if (!bell.startsWith(nodeId)) {
      const channel = channels.get(name)
      if (channel) onBell(bell.slice(nodeId.length), channel.topics)
      return
    }
    const channel = channels.get(name)
    // Its own messages are delivered after the answer; only heartbeats matter here.
    if (bell !== beat || channel === undefined) return
    channel.missed = 0
    if (!channel.isDeaf) return
    channel.isDeaf = false
    onGap()
  }

  /** Tests all channels soon, and reports a gap for those that are heard again. */
  function doubt(): void {
    for (const channel of channels.values()) channel.isDeaf = true
    clearTimeout(settling)
    settling = setTimeout(sendBeats, settleMs)
    settling.unref()
  }

  function watch({ isCluster, redis }: RedisClient): void {
    if (isCluster) {
      redis.on('smessage', receive)
      redis.on('subscribersReady', doubt)
    } else {
      redis.on('message', receive)
      redis.on('ready', () => void subscribeAll().then(onGap))
    }
  }

  const subscribe = (name: string): Promise<unknown> =>
    client.isCluster ? client.redis.ssubscribe(name) : client.redis.subscribe(name)
  const unsubscribe = (name: string): Promise<unknown> =>
    client.isCluster ? client.redis.sunsubscribe(name) : client.redis.unsubscribe(name)

  async function subscribeAgain(channel: Channel): Promise<void> {
    channel.ready = subscribe(channel.name)
    await channel.ready.catch(onFailure)
  }

  const subscribeAll = () => Promise.all([...channels.values()].map(subscribeAgain))

  async function replace(): Promise<void> {
    client.redis.disconnect()
    client = open()
    watch(client)
    for (const channel of channels.values()) channel.missed = 0
    await client.redis.connect()
    if (client.isCluster) await subscribeAll()
  }

  /** One connection carries all channels of a Redis, but each node of a Cluster carries its own. */
  const proven = () =>
    client.isCluster ? [...channels.values()] : [...channels.values()].slice(0, 1)

  function sendBeats(): void {
    for (const { name } of proven()) publish(name, beat).catch(onFailure)
  }

  const beating = setInterval(() => {
    let isDead = false
    for (const channel of proven()) {
      channel.missed++
      // The first is on its way.
      if (channel.missed < 2) continue
      channel.isDeaf = true
      if (channel.missed > 2 || !client.isCluster) isDead = true
      else void subscribeAgain(channel)
    }
    if (isDead) void replace().catch(onFailure)
    sendBeats()
  }, beatMs)
  beating.unref()

  return {
    /** @throws when the first connection can not be opened */
    async connect(): Promise<void> {
      await client.redis.connect()
      watch(client)
    },
    async listen(name: string, topic: string): Promise<void> {
      const known = channels.get(name)
      if (known) {
        known.topics.add(topic)
        await known.ready
        return
      }
      const ready = subscribe(name)
      const channel = { name, topics: new Set([topic]), ready, missed: 0, isDeaf: false }
      channels.set(name, channel)
      try {
        await ready
      } catch (error) {
        // Let the next call subscribe again.
        if (channels.get(name) === channel) channels.delete(name)
        throw error
      }
    },
    unlisten(name: string, topic: string): void {
      const channel = channels.get(name)
      channel?.topics.delete(topic)
      if (channel?.topics.size !== 0) return
      channels.delete(name)
      unsubscribe(name).catch(onFailure)
    },
    close(): void {
      clearInterval(beating)
      clearTimeout(settling)
      client.redis.disconnect()
    },
  }
}

export declare namespace createBells {
  type Options = {
    /** Marks announcements of this process. */
    nodeId: string
    open: () => RedisClient
    publish: (channel: string, bell: string) => Promise<unknown>
    /** Called with an announcement of another process, and the topics that are listened to on its channel. */
    onBell: (bell: string, topics: ReadonlySet<string>) => void
    /** Called when announcements may have been lost. */
    onGap: () => void
    onFailure: (error: unknown) => void
  }
}
