import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, connect, newTopic } from './client.ts'
import type { Gate } from './gate.ts'
import { makeMessage } from './load.ts'
import { spawnRelay } from './spawnServer.ts'
import { startRedis } from './startRedis.ts'

/** (f) Two processes and a Redis; one process is killed in the middle. */
export async function killedNode(): Promise<Gate> {
  const redis = await startRedis()
  if (redis === undefined) return { passed: undefined, text: 'two nodes: no redis-server here' }
  const env = { REDIS_URL: redis.url }
  const [one, two] = await Promise.all([spawnRelay(env), spawnRelay(env)])
  try {
    const heard = new Set<number>()
    const acknowledged: number[] = []
    const onMessage = (message: string) => heard.add(Number(message.split(' ', 2)[1]))
    const topics = Array.from({ length: 200 }, newTopic)
    const readers: Client[] = []
    for (let n = 0; n < 20; n++) {
      const reader = await connect(n % 2 ? one.url : two.url, { onMessage })
      await reader.ask('irn_batchSubscribe', { topics: topics.slice(n * 10, n * 10 + 10) })
      readers.push(reader)
    }
    const writer = await connect(one.url)
    const total = 4000
    const startedAt = performance.now()
    const sending: Promise<unknown>[] = []
    for (let n = 0; n < total; n++) {
      const params = { topic: topics[n % topics.length], message: makeMessage(n), ttl: 300, tag: 0 }
      sending.push(writer.ask('irn_publish', params).then(() => acknowledged.push(n)))
      if (n % 10 === 0) await sleep(10)
      if (n === total / 2) {
        await two.end('SIGKILL')
        // Its clients reconnect to the other process.
        for (const [at, reader] of readers.entries()) {
          if (at % 2) continue
          void connect(one.url, { key: reader.key, onMessage }).then((back) =>
            back.ask('irn_batchSubscribe', { topics: topics.slice(at * 10, at * 10 + 10) }),
          )
        }
      }
    }
    await Promise.allSettled(sending)
    const perSecond = total / ((performance.now() - startedAt) / 1000)
    const deadline = Date.now() + 10_000
    const lost = () => acknowledged.filter((n) => !heard.has(n)).length
    while (lost() > 0 && Date.now() < deadline) await sleep(50)
    return {
      passed: lost() === 0 && acknowledged.length === total,
      text: `two nodes: ${acknowledged.length} acknowledged at ${perSecond.toFixed(0)}/s, one node killed in the middle, ${lost()} lost`,
    }
  } finally {
    await one.end()
    await two.end()
    await redis.stop()
  }
}
