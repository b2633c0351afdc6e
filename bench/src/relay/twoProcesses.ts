import { median } from '../percentile.ts'
import { takeTurns } from '../takeTurns.ts'
import type { Gate } from './gate.ts'
import { saturate } from './load.ts'
import { type Server, spawnRelay } from './spawnServer.ts'
import { startRedis } from './startRedis.ts'

/**
 * (j) What a second process on the same Redis adds. The CPU time of the busier process counts, not messages per second: on a
 * machine of two cores the clients, Redis and both processes share the cores. Half of the messages cross processes.
 */
export async function twoProcesses(): Promise<Gate> {
  const redis = await startRedis()
  if (redis === undefined) return { passed: undefined, text: 'two processes: no redis-server here' }
  const env = { REDIS_URL: redis.url }
  const single = await spawnRelay(env)
  const both = await Promise.all([spawnRelay(env), spawnRelay(env)])
  const load = { pairs: 48, window: 8 }
  const loads = {
    one: await saturate([single.url], load),
    two: await saturate(
      both.map(({ url }) => url),
      load,
    ),
  }
  /** @returns CPU of the busier process and of Redis, µs a message. */
  const measure = async (name: keyof typeof loads, servers: readonly Server[]) => {
    const before = servers.map((server) => server.readCpuMs())
    const redisBefore = redis.readCpuMs()
    const { delivered, published } = await loads[name].measure(1500)
    if (delivered !== published) throw new Error(`${name}: messages were lost`)
    const used = servers.map((server, at) => server.readCpuMs() - (before[at] ?? 0))
    const each = (ms: number) => (ms * 1000) / published
    return { relay: each(Math.max(...used)), redis: each(redis.readCpuMs() - redisBefore) }
  }
  try {
    const runs = await takeTurns(8, {
      one: () => measure('one', [single]),
      two: () => measure('two', both),
    })
    const of = (name: keyof typeof runs, field: 'redis' | 'relay') =>
      median(runs[name].map((run) => run[field]))
    const ratio = of('one', 'relay') / of('two', 'relay')
    const figures = (name: keyof typeof runs) =>
      `${of(name, 'relay').toFixed(0)} µs (Redis ${of(name, 'redis').toFixed(0)})`
    return {
      passed: ratio >= 1.6,
      text: `two processes on Redis: ${ratio.toFixed(2)} times one (at least 1.6): CPU a message ${figures('one')} with one, ${figures('two')} in the busier of two`,
    }
  } finally {
    for (const one of Object.values(loads)) one.close()
    await Promise.all([single, ...both].map((server) => server.end()))
    await redis.stop()
  }
}
