import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import { type Client, connect, connectAll, newTopic } from './client.ts'

/** The result of a load run. Times in ms from before the publish to the delivery. */
export type LoadResult = {
  readonly published: number
  readonly delivered: number
  readonly duplicates: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** The usual size of an encrypted session request. */
const messageBytes = 1200
const filler = 'A'.repeat(messageBytes - 24)

export function makeMessage(n: number): string {
  return `${performance.now().toFixed(3)} ${n} ${filler}`
}

/** Pairs of writer and reader, with a topic each; with several servers, half of the pairs use two of them. */
export async function makePairs(urls: string | readonly string[], count: number) {
  const all = [urls].flat()
  const urlOf = (n: number) => all[n % all.length] ?? ''
  const times: number[] = []
  const seen = new Set<string>()
  let duplicates = 0
  const onMessage = (message: string) => {
    const [sentAt = '', n = ''] = message.split(' ', 2)
    if (seen.has(n)) duplicates++
    seen.add(n)
    times.push(performance.now() - Number(sentAt))
  }
  const pairs = await connectAll(count, async (n) => {
    const topic = newTopic()
    const reader = await connect(urlOf(n), { onMessage })
    await reader.ask('irn_batchSubscribe', { topics: [topic] })
    return { topic, reader, writer: await connect(urlOf(n >> 1)) }
  })
  let published = 0
  return {
    pairs,
    /** Sends one message of this pair; settles when the server answers. */
    publish({ topic, writer }: { topic: string; writer: Client }, ttl = 300): Promise<void> {
      const message = makeMessage(published++)
      return writer.ask('irn_publish', { topic, message, ttl, tag: 1108 })
    },
    /** Waits for running messages, then returns and resets the result. */
    async finish(seconds: number): Promise<LoadResult> {
      const deadline = Date.now() + 15_000
      while (seen.size < published && Date.now() < deadline) await sleep(20)
      const result = {
        published,
        delivered: seen.size,
        duplicates,
        perSecond: seen.size / seconds,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
      }
      times.length = 0
      seen.clear()
      published = 0
      duplicates = 0
      return result
    },
    close() {
      for (const { reader, writer } of pairs) {
        reader.socket.terminate()
        writer.socket.terminate()
      }
    },
  }
}

/**
 * Maximum throughput: each writer has `window` unanswered messages.
 *
 * @returns a function that measures a slice of time, after a first one that does not count
 */
export async function saturate(
  urls: string | readonly string[],
  { pairs: count, window }: { pairs: number; window: number },
): Promise<{ measure: (ms: number) => Promise<LoadResult>; close: () => void }> {
  const world = await makePairs(urls, count)
  const measure = async (ms: number) => {
    const end = Date.now() + ms
    const startedAt = performance.now()
    await Promise.all(
      world.pairs.flatMap((pair) =>
        Array.from({ length: window }, async () => {
          while (Date.now() < end) await world.publish(pair)
        }),
      ),
    )
    return world.finish((performance.now() - startedAt) / 1000)
  }
  await measure(1500)
  return { measure, close: world.close }
}

/** A fixed number of messages per second, spread over all pairs. */
export async function keepRate(
  world: Awaited<ReturnType<typeof makePairs>>,
  {
    onSecond,
    perSecond,
    seconds,
    ttl,
  }: { perSecond: number; seconds: number; ttl?: number; onSecond?: (second: number) => void },
): Promise<LoadResult> {
  const startedAt = performance.now()
  let sent = 0
  let second = 0
  const failures: unknown[] = []
  while (true) {
    const elapsed = (performance.now() - startedAt) / 1000
    if (elapsed >= seconds) break
    if (Math.floor(elapsed) > second) onSecond?.(++second)
    for (const due = elapsed * perSecond; sent < due; sent++) {
      const pair = world.pairs[sent % world.pairs.length]
      if (pair) world.publish(pair, ttl).catch((error: unknown) => failures.push(error))
    }
    await sleep(5)
  }
  if (failures.length > 0) throw new Error(`${failures.length} refused`, { cause: failures[0] })
  return world.finish(seconds)
}
