import { setTimeout as sleep } from 'node:timers/promises'
import { connect, newTopic } from './client.ts'
import { type Gate, withRelay } from './gate.ts'
import { makeMessage } from './load.ts'

/** (d) Waiting messages, in order. */
export function offlineMailbox(): Promise<Gate> {
  return withRelay(async (relay) => {
    const topics = Array.from({ length: 500 }, newTopic)
    const count = 10_000
    const writer = await connect(relay.url)
    for (let n = 0; n < count; n += 500) {
      const messages = topics.map((topic, at) => ({
        topic,
        message: makeMessage(n + at),
        ttl: 300,
        tag: 0,
      }))
      // A batch of 500 such messages is larger than a frame.
      for (let at = 0; at < 500; at += 100) {
        await writer.ask('irn_batchPublish', { messages: messages.slice(at, at + 100) })
      }
    }
    const order: number[] = []
    const reader = await connect(relay.url, {
      onMessage: (message) => order.push(Number(message.split(' ', 2)[1])),
    })
    const startedAt = performance.now()
    await reader.ask('irn_batchSubscribe', { topics })
    while (order.length < count && performance.now() - startedAt < 30_000) await sleep(10)
    const seconds = (performance.now() - startedAt) / 1000
    const isOrdered = order.every((n, at) => n === at)
    return {
      passed: order.length === count && isOrdered,
      text: `mailbox: ${order.length} of ${count} waiting messages ${isOrdered ? 'in order' : 'OUT OF ORDER'} on one batchSubscribe of 500, ${seconds.toFixed(1)} s`,
    }
  })
}
