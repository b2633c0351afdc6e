import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Client, connect, connectAll, newTopic } from './client.ts'

/** Runs for ever, from an address of its own. */
type Abuse = (url: string) => Promise<never>

export const abuseNames = [
  'malformed frames',
  'large messages',
  'rejected handshakes',
  'reading 45,000 messages',
] as const
type AbuseName = (typeof abuseNames)[number]

const [localAddress, filler] = ['127.0.0.2', 'A'.repeat(200_000)]

/** Tells the benchmark that the abuse itself begins. */
const tellStarted = () => process.send?.('started')

/** Sends frames with one client after the other, as fast as the relay takes them and closes. */
async function flood(url: string, frame: (n: number) => string): Promise<never> {
  tellStarted()
  for (let n = 0; ; ) {
    const client = await connect(url, { localAddress }).catch(() => undefined)
    while (client?.socket.readyState === WebSocket.OPEN) {
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

const abuses: Readonly<Record<AbuseName, Abuse>> = {
  'malformed frames': (url) => flood(url, (n) => malformed[n % malformed.length] ?? ''),
  'large messages': (url) =>
    flood(url, (id) => {
      const params = { topic: newTopic(), message: filler, ttl: 604_800, tag: 0 }
      return JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_publish', params })
    }),
  async 'rejected handshakes'(url) {
    tellStarted()
    for (;;) {
      const socket = new WebSocket(`${url}/?auth=none`, { localAddress })
      await new Promise((resolve) => socket.once('error', resolve).once('close', resolve))
    }
  },
  async 'reading 45,000 messages'(url) {
    const topics = Array.from({ length: 500 }, newTopic)
    const writers = await connectAll(10, () => connect(url, { localAddress: '127.0.0.3' }))
    await Promise.all(writers.map((writer, n) => fill(writer, topics.slice(n * 50, n * 50 + 50))))
    for (const { socket } of writers) socket.terminate()
    tellStarted()
    for (;;) {
      const tries = await connectAll(10, () =>
        connect(url, { localAddress }).catch(() => sleep(100, undefined)),
      )
      const readers = tries.flatMap((reader) => reader ?? [])
      const fetchAll = async ({ ask, socket }: Client) => {
        while (socket.readyState === WebSocket.OPEN)
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

/** `abuser.ts <name> <url>`: abuses a relay until it is killed. */
if (import.meta.main) {
  const [name, url = ''] = process.argv.slice(2)
  await abuses[name as AbuseName](url)
}
