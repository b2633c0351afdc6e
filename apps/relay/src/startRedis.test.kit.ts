import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@foyer/devnet/freePort'
import { Redis } from 'ioredis'

/** The name in Debian; it is installed on the machine, not by a package. */
export const redisServer = 'redis-server'

/** Tells whether this machine has a `redis-server` that a test may start and kill. */
export const canStartRedis = spawnSync(redisServer, ['--version']).status === 0
/** Tells whether there is a Redis to test against: `REDIS_URL_TEST`, or our own. */
export const hasRedis = process.env.REDIS_URL_TEST !== undefined || canStartRedis

/** A Redis of one test, which it may stop and start again. */
export type TestRedis = {
  readonly url: string
  /** Kills it, as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Starts a server on a free port that keeps its data over a restart. */
export async function startRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const redis: TestRedis = {
    url,
    async start() {
      const files = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always']
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...files]
      child = spawn(redisServer, args, { stdio: 'ignore' })
      await answers(url)
    },
    async kill() {
      const running = child
      child = undefined
      if (running === undefined || running.exitCode !== null) return
      running.kill('SIGKILL')
      await once(running, 'exit')
    },
    async close() {
      await redis.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await redis.start()
  return redis
}

/** Opens any Redis, for tests that do not restart it. */
export async function openRedis(): Promise<Pick<TestRedis, 'url' | 'close'>> {
  const given = process.env.REDIS_URL_TEST
  return given === undefined ? startRedis() : { url: given, close: async () => {} }
}

async function answers(url: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
    redis.on('error', () => undefined)
    try {
      await redis.connect()
      await redis.ping()
      return
    } catch {
      await sleep(50)
    } finally {
      redis.disconnect()
    }
  }
  throw new Error('redis-server did not start')
}
