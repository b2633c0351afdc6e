import { connect, newTopic } from './client.ts'
import { type Gate, mb, ms, withRelay } from './gate.ts'
import { keepRate, makePairs } from './load.ts'

/** (e) A client that does not read, next to others that do. */
export function slowReader(): Promise<Gate> {
  return withRelay(async (relay) => {
    const world = await makePairs(relay.url, 100)
    const options = { perSecond: 500, seconds: 6 }
    await keepRate(world, options)
    const alone = await keepRate(world, options)
    const topics = Array.from({ length: 200 }, newTopic)
    const slow = await connect(relay.url)
    await slow.ask('irn_batchSubscribe', { topics })
    slow.socket.pause()
    const writer = await connect(relay.url)
    let fed = 0
    const feeding = setInterval(() => {
      for (let n = 0; n < 5; n++) {
        const topic = topics[fed++ % topics.length]
        const message = `${fed} ${'A'.repeat(20_000)}`
        writer.ask('irn_publish', { topic, message, ttl: 300, tag: 0 }).catch(() => undefined)
      }
    }, 10)
    const beside = await keepRate(world, options)
    clearInterval(feeding)
    const rss = relay.readRss()
    slow.socket.terminate()
    world.close()
    return {
      // Twice the usual time, or the noise of a busy machine.
      passed: beside.p99 < Math.max(alone.p99 * 2, alone.p99 + 50),
      text: `slow reader: p99 of others ${ms(alone.p99)} without, ${ms(beside.p99)} with one that was fed ${mb(fed * 20_000)} and read nothing; relay ${mb(rss)}`,
    }
  })
}
