import { setTimeout as sleep } from 'node:timers/promises'
import { connect, connectAll, newTopic } from './client.ts'
import { type Gate, withRelay } from './gate.ts'
import { makeMessage } from './load.ts'

/** (c) All sockets drop at once, and messages are published meanwhile. */
export function reconnectStorm(): Promise<Gate> {
  return withRelay(async (relay) => {
    const count = 10_000
    const heard = new Set<string>()
    const onMessage = (message: string) => heard.add(message)
    const writer = await connect(relay.url)
    const readers = await connectAll(count, async () => {
      const topic = newTopic()
      const client = await connect(relay.url, { onMessage })
      await client.ask('irn_batchSubscribe', { topics: [topic] })
      return { topic, client }
    })
    for (const { client } of readers) client.socket.terminate()
    for (const [n, { topic }] of readers.entries()) {
      await writer.ask('irn_publish', { topic, message: makeMessage(n), ttl: 300, tag: 0 })
    }
    const startedAt = performance.now()
    const cpuBefore = relay.readCpuMs()
    await connectAll(
      count,
      async (n) => {
        const reader = readers[n]
        if (reader === undefined) return
        const client = await connect(relay.url, { key: reader.client.key, onMessage })
        await client.ask('irn_batchSubscribe', { topics: [reader.topic] })
        reader.client = client
      },
      count,
    )
    while (heard.size < count && performance.now() - startedAt < 60_000) await sleep(20)
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = ((relay.readCpuMs() - cpuBefore) * 1000) / count
    for (const { client } of readers) client.socket.terminate()
    return {
      passed: seconds < 30 && heard.size === count,
      text: `storm: ${count} sockets back and drained in ${seconds.toFixed(1)} s (under 30), ${cpu.toFixed(0)} µs of CPU each, ${count - heard.size} lost`,
    }
  })
}
