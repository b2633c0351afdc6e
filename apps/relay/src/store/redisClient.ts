import { Cluster, Redis } from 'ioredis'
import { redisScripts } from './redisScripts.ts'

/** Time limit of a Redis command, in ms; after that the client receives an error and retries. */
const commandTimeoutMs = 5000

const retryAfter = (times: number) => Math.min(100 * times, 2000)
const single = {
  // ioredis subscribes again without catching what fails, which would end this process: `createBells` does it.
  autoResubscribe: false,
  commandTimeout: commandTimeoutMs,
  connectTimeout: commandTimeoutMs,
  lazyConnect: true,
  maxRetriesPerRequest: 2,
  retryStrategy: retryAfter,
}

/** A connection to one Redis, or connections to each node of a Redis Cluster. */
export type RedisClient = {
  readonly redis: Redis | Cluster
  readonly isCluster: boolean
}

/**
 * Opens connections to Redis. A Redis that is a node of a Cluster says so; then all nodes are used.
 * @param urls - one Redis, or some nodes of a Cluster
 * @throws when none answers
 */
export async function connectRedis(
  urls: readonly string[],
  { onFailure }: { onFailure: (error: unknown) => void },
): Promise<{ commands: RedisClient; openBells: () => RedisClient }> {
  const [first = ''] = urls
  const isCluster = await askIsCluster(urls)
  const make = ({ isFast = false } = {}): RedisClient => {
    const redis = isCluster
      ? openCluster(urls)
      : new Redis(first, { ...single, enableAutoPipelining: isFast })
    redis.on('error', onFailure)
    return { redis, isCluster }
  }
  const commands = make({ isFast: true })
  for (const [name, script] of Object.entries(redisScripts))
    commands.redis.defineCommand(name, {
      lua: script.lua,
      numberOfKeys: script.numberOfKeys as number,
    })
  try {
    await commands.redis.connect()
  } catch (cause) {
    commands.redis.disconnect()
    throw notThere(cause)
  }
  return { commands, openBells: make }
}

const notThere = (cause: unknown) => new Error('Redis does not answer: check REDIS_URL.', { cause })

async function askIsCluster(urls: readonly string[]): Promise<boolean> {
  let cause: unknown
  for (const url of urls) {
    const redis = new Redis(url, { ...single, retryStrategy: () => null })
    let failure: unknown
    redis.on('error', (error) => {
      failure = error
    })
    try {
      await redis.connect()
      return /^cluster_enabled:1/m.test(await redis.info('cluster'))
    } catch (error) {
      cause = failure ?? error
    } finally {
      redis.disconnect()
    }
  }
  throw notThere(cause)
}

function openCluster(urls: readonly string[]): Cluster {
  const [first = ''] = urls
  const { password, protocol, username } = new URL(first)
  const isSecure = protocol === 'rediss:'
  return new Cluster([...urls], {
    lazyConnect: true,
    shardedSubscribers: true,
    clusterRetryStrategy: retryAfter,
    // A node that is replaced, or a slot that moves, takes seconds: repeat the command meanwhile.
    maxRedirections: 40,
    // Certificates are made for names, which the resolved address is not.
    ...(isSecure ? { dnsLookup: (address, answer) => answer(null, address) } : {}),
    redisOptions: {
      commandTimeout: commandTimeoutMs,
      connectTimeout: commandTimeoutMs,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(isSecure ? { tls: {} } : {}),
    },
  })
}
