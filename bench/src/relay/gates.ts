import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, percentile } from '../percentile.ts'
import { type Client, connect, connectAll, newTopic } from './client.ts'
import { keepRate, makeMessage, makePairs, saturate } from './load.ts'
import { type Server, spawnForwarder, spawnRelay } from './spawnServer.ts'
import { startRedis } from './startRedis.ts'

/** One figure and whether it passes. Undefined: it could not be measured here. */
export type Gate = { readonly passed: boolean | undefined; readonly text: string }

export const ms = (value: number) => `${value.toFixed(1)} ms`
export const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

async function withRelay(run: (relay: Server) => Promise<Gate>): Promise<Gate> {
  const relay = await spawnRelay()
  try {
    return await run(relay)
  } finally {
    await relay.end()
  }
}

/**
 * Delivered messages per second compared with a bare forwarder. Both run, and are measured in turn in short slices, so that
 * other load on the machine affects both; the median of the slices' ratios counts.
 */
export async function throughput(): Promise<Gate> {
  const slices = 15
  const servers = { forwarder: await spawnForwarder(), relay: await spawnRelay() }
  const options = { pairs: 50, window: 8 }
  const loads = {
    forwarder: await saturate(servers.forwarder.url, options),
    relay: await saturate(servers.relay.url, options),
  }
  const runs: Record<'forwarder' | 'relay', Slice[]> = { forwarder: [], relay: [] }
  for (let slice = 0; slice < slices; slice++) {
    for (const name of ['forwarder', 'relay'] as const) {
      const before = servers[name].readCpuMs()
      const result = await loads[name].measure(800)
      if (result.delivered !== result.published) throw new Error(`The ${name} lost messages`)
      const cpu = ((servers[name].readCpuMs() - before) * 1000) / result.published
      runs[name].push({ ...result, cpu })
    }
  }
  for (const name of ['forwarder', 'relay'] as const) {
    loads[name].close()
    await servers[name].end()
  }
  const ratios = runs.relay.map((run, n) => run.perSecond / (runs.forwarder[n]?.perSecond ?? 1))
  const ratio = median(ratios)
  const line = (name: 'forwarder' | 'relay') => {
    const of = (field: keyof Slice) => median(runs[name].map((run) => run[field]))
    return `${name.padEnd(9)} ${of('perSecond').toFixed(0)}/s, p50 ${ms(of('p50'))}, p99 ${ms(of('p99'))}, ${of('cpu').toFixed(0)} µs CPU each`
  }
  return {
    passed: ratio >= 0.5,
    text: `delivered: ${ratio.toFixed(2)} of a bare forwarder (at least 0.5; slices ${percentile(ratios, 0.1).toFixed(2)} to ${percentile(ratios, 0.9).toFixed(2)})\n           ${line('forwarder')}\n           ${line('relay')}`,
  }
}

type Slice = { perSecond: number; p50: number; p99: number; cpu: number }

/** (a) The cost of idle sockets. */
export function idleSockets(counts: readonly number[]): Promise<Gate> {
  return withRelay(async (relay) => {
    const empty = relay.readRss()
    const holders: ChildProcess[] = []
    const texts: string[] = []
    let passed = true
    let held = 0
    try {
      for (const count of counts) {
        while (held < count) {
          const batch = Math.min(2500, count - held)
          holders.push(await holdSockets(relay.url, batch))
          held += batch
        }
        await sleep(2000)
        const rss = relay.readRss()
        if (count === 5000) passed = rss < 150e6
        texts.push(
          `${count} sockets ${mb(rss)} (${((rss - empty) / count / 1024).toFixed(1)} KiB each)`,
        )
      }
    } finally {
      for (const holder of holders) holder.kill('SIGKILL')
    }
    return { passed, text: `idle: ${texts.join(', ')}; 5,000 under 150 MB; empty ${mb(empty)}` }
  })
}

async function holdSockets(url: string, count: number): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('./holdSockets.ts', import.meta.url))
  const child = spawn(process.execPath, [main, url, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const failed = once(child, 'exit').then(() => {
    throw new Error(`Could not hold ${count} sockets`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  failed.catch(() => undefined)
  return child
}

/** (b) 2,000 sockets, 1,000 messages a second, next to a bare forwarder with the same load on this machine. */
export async function steadyLoad(seconds: number): Promise<Gate> {
  const measure = async (server: Server) => {
    try {
      const world = await makePairs(server.url, 1000)
      await keepRate(world, { perSecond: 500, seconds: 3 })
      const result = await keepRate(world, { perSecond: 1000, seconds })
      world.close()
      return result
    } finally {
      await server.end()
    }
  }
  const baseline = await measure(await spawnForwarder())
  const { delivered, duplicates, p50, p99, published } = await measure(await spawnRelay())
  const isWhole = delivered === published && duplicates === 0
  // If even the forwarder misses the target, the machine is too busy to measure.
  const isBusy = baseline.p99 >= 100
  return {
    passed: isWhole && (p99 < 100 || (isBusy ? undefined : false)),
    text: `steady: 2,000 sockets, 1,000/s for ${seconds} s: p50 ${ms(p50)}, p99 ${ms(p99)} (under 100; bare forwarder ${ms(baseline.p50)}, ${ms(baseline.p99)}${isBusy ? ': machine too busy to judge' : ''}), ${published - delivered} lost, ${duplicates} twice`,
  }
}

/** (c) All sockets drop at once, and messages are published meanwhile. */
export function reconnectStorm(): Promise<Gate> {
  return withRelay(async (relay) => {
    const count = 2000
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
    while (heard.size < count && performance.now() - startedAt < 30_000) await sleep(20)
    const seconds = (performance.now() - startedAt) / 1000
    for (const { client } of readers) client.socket.terminate()
    return {
      passed: seconds < 15 && heard.size === count,
      text: `storm: ${count} sockets back and drained in ${seconds.toFixed(1)} s (under 15), ${count - heard.size} lost`,
    }
  })
}

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

/**
 * (g) Memory over time, with messages that live 10 s. A short run compares the heap after garbage collections; resident memory
 * first grows to the allocator's working size, so it counts from ten minutes on.
 */
export function soak(minutes: number): Promise<Gate> {
  return withRelay(async (relay) => {
    const world = await makePairs(relay.url, 100)
    const load = { perSecond: 200, ttl: 10 }
    await keepRate(world, { ...load, seconds: 30 })
    const rss: [second: number, bytes: number][] = []
    const heap: [second: number, bytes: number][] = []
    const reads: Promise<unknown>[] = []
    const { delivered, p99, published } = await keepRate(world, {
      ...load,
      seconds: minutes * 60,
      onSecond(second) {
        rss.push([second, relay.readRss()])
        reads.push(relay.readHeap().then((bytes) => heap.push([second, bytes])))
      },
    })
    await Promise.all(reads)
    world.close()
    const third = Math.ceil(heap.length / 3)
    const lowest = (from: number) =>
      Math.min(...heap.slice(from, from + third).map(([, bytes]) => bytes))
    const grown = lowest(heap.length - third) - lowest(0)
    const perMinute = slope(rss) * 60
    const isFlat = grown < 3e6 && (minutes < 10 || perMinute < 0.5e6)
    const signed = (bytes: number) => `${bytes < 0 ? '' : '+'}${(bytes / 1e6).toFixed(1)} MB`
    return {
      passed: isFlat && delivered === published,
      text: `soak: 200/s for ${minutes} min: heap after collections ${signed(grown)} from the first third to the last, resident ${signed(perMinute)} a minute to ${mb(rss.at(-1)?.[1] ?? 0)}, p99 ${ms(p99)}, ${published - delivered} lost`,
    }
  })
}

/** Least squares: slope in units of y per unit of x. */
function slope(points: readonly [number, number][]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  const below = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
  return below === 0 ? 0 : above / below
}
