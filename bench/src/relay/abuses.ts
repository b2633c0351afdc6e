import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { median } from '../percentile.ts'
import { type Client, connect, connectAll, newTopic } from './client.ts'
import { type Gate, ms } from './gate.ts'
import { keepRate, makePairs } from './load.ts'
import { spawnRelay } from './spawnServer.ts'

/** An abuse runs until its signal is aborted, from an address of its own. */
type Abuse = (url: string, signal: AbortSignal) => Promise<void>

const [localAddress, filler] = ['127.0.0.2', 'A'.repeat(200_000)]

/** Sends frames with one client after the other, as fast as the relay takes them and closes. */
async function flood(
  url: string,
  signal: AbortSignal,
  frame: (n: number) => string,
): Promise<void> {
  for (let n = 0; !signal.aborted; ) {
    const client = await connect(url, { localAddress }).catch(() => undefined)
    while (client?.socket.readyState === WebSocket.OPEN && !signal.aborted) {
      for (let sent = 0; sent < 100; sent++) client.socket.send(frame(n++))
      await sleep(5)
    }
    client?.socket.terminate()
    await sleep(5)
  }
}

const malformed = [
  '{',
  '[]',
  'null',
  '{"id":1}',
  '{"id":1e400,"method":1}',
  '[['.repeat(3000),
  filler,
]

const abuses: Readonly<Record<string, Abuse>> = {
  'malformed frames': (url, signal) =>
    flood(url, signal, (n) => malformed[n % malformed.length] ?? ''),
  'large messages': (url, signal) =>
    flood(url, signal, (id) => {
      const params = { topic: newTopic(), message: filler, ttl: 604_800, tag: 0 }
      return JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_publish', params })
    }),
  async 'rejected handshakes'(url, signal) {
    while (!signal.aborted) {
      const socket = new WebSocket(`${url}/?auth=none`, { localAddress })
      await new Promise((resolve) => socket.once('error', resolve).once('close', resolve))
    }
  },
  async 'reading 45,000 messages'(url, signal) {
    const topics = Array.from({ length: 500 }, newTopic)
    const writers = await connectAll(10, () => connect(url, { localAddress: '127.0.0.3' }))
    await Promise.all(writers.map((writer, n) => fill(writer, topics.slice(n * 50, n * 50 + 50))))
    for (const { socket } of writers) socket.terminate()
    while (!signal.aborted) {
      const tries = await connectAll(10, () =>
        connect(url, { localAddress }).catch(() => sleep(100, undefined)),
      )
      const readers = tries.flatMap((reader) => reader ?? [])
      const fetchAll = async ({ ask, socket }: Client) => {
        while (socket.readyState === WebSocket.OPEN && !signal.aborted)
          await ask('irn_batchFetchMessages', { topics }).catch(() => undefined)
      }
      await Promise.all(readers.map(fetchAll))
      for (const { socket } of readers) socket.terminate()
    }
  },
}

/** Publishes 90 tiny messages to each topic, at the rate that the relay allows. */
async function fill(writer: Client, topics: readonly string[]): Promise<void> {
  for (const topic of topics) {
    const messages = Array.from({ length: 90 }, (_, n) => ({
      ...{ topic, message: `${n}`, ttl: 600, tag: 0 },
    }))
    await writer.ask('irn_batchPublish', { messages })
    await sleep(60)
  }
}

/**
 * (k) What others notice of each abuse, with the default limits: their p99 in slices before it and during it. At most three times
 * as much, or 10 ms more, since both are about a millisecond on a quiet machine.
 */
export async function abuse(): Promise<Gate> {
  const texts: string[] = []
  let passed = true
  for (const [name, run] of Object.entries(abuses)) {
    const relay = await spawnRelay({}, { limits: 'default' })
    try {
      const world = await makePairs(relay.url, 100)
      const load = { perSecond: 200, seconds: 2, ttl: 30 }
      const measure = async (slices: number) => {
        const times: number[] = []
        for (let n = 0; n < slices; n++) times.push((await keepRate(world, load)).p99)
        return median(times)
      }
      await keepRate(world, load)
      const idle = await measure(3)
      const ending = new AbortController()
      const running = run(relay.url, ending.signal)
      // Until the mailboxes are full that it reads.
      await sleep(4000)
      const beside = await measure(5)
      ending.abort()
      await running
      world.close()
      if (beside > Math.max(idle * 3, idle + 10)) passed = false
      texts.push(`${name} ${ms(idle)} → ${ms(beside)}`)
    } finally {
      await relay.end()
    }
  }
  return { passed, text: `abuse: p99 of others before and during it: ${texts.join(', ')}` }
}
