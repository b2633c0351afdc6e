import { mkdtemp, open as openFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, percentile } from '../percentile.ts'
import { connect, newTopic } from './client.ts'
import { type Gate, mb, ms } from './gate.ts'
import { keepRate, makeMessage, makePairs } from './load.ts'
import { spawnRelay } from './spawnServer.ts'

/**
 * (h) What waiting for the disk adds to a publish. Two relays, one with `FSYNC=on` and one with `FSYNC=off`, under the same
 * load in turn; the median of the slices' differences counts.
 */
export async function groupCommit(): Promise<Gate> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-commit-'))
  const open = async (sync: 'on' | 'off') => {
    const server = await spawnRelay({ FSYNC: sync, DATA_DIR: join(folder, sync) })
    return { server, world: await makePairs(server.url, 100) }
  }
  const [off, on] = [await open('off'), await open('on')]
  try {
    const load = { perSecond: 300, seconds: 2 }
    const slices: { p50: number; p99: number }[] = []
    const syncs: number[] = []
    for (let slice = -1; slice < 8; slice++) {
      const without = await keepRate(off.world, load)
      const synced = await keepRate(on.world, load)
      syncs.push(...(await timeSyncs(folder)))
      // The first one warms up.
      if (slice < 0) continue
      slices.push({ p50: synced.p50 - without.p50, p99: synced.p99 - without.p99 })
    }
    const [p50, p99] = [median(slices.map((one) => one.p50)), median(slices.map((one) => one.p99))]
    const bare = percentile(syncs, 0.99)
    return {
      // If a bare write is slower than the target, the machine is too busy to judge, or its disk too slow.
      passed: p99 <= 10 || (bare > 5 ? undefined : false),
      text: `group commit: adds ${ms(p50)} at p50 and ${ms(p99)} at p99 to a delivery, at 300/s (at most 10 ms at p99); a bare write to this disk takes ${ms(percentile(syncs, 0.5))} and ${ms(bare)}`,
    }
  } finally {
    for (const { server, world } of [off, on]) {
      world.close()
      await server.end()
    }
    await rm(folder, { recursive: true })
  }
}

/** (i) Start with full mailboxes of the default size, after a kill. */
export async function startUp(): Promise<Gate> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-start-'))
  const env = { MAILBOX_MB: '256', RESERVE_KB_PER_ADDRESS: '1000000', DATA_DIR: folder }
  try {
    const first = await spawnRelay(env)
    const writer = await connect(first.url)
    let count = 0
    try {
      for (;;) {
        const messages = Array.from({ length: 100 }, () => ({
          ...{ topic: newTopic(), message: makeMessage(count++), ttl: 3600, tag: 0 },
        }))
        await writer.ask('irn_batchPublish', { messages })
      }
    } catch (error) {
      if ((error as Error).message !== 'The relay is full') throw error
    }
    const full = first.readRss()
    await first.end()
    const startedAt = performance.now()
    const next = await spawnRelay(env)
    const seconds = (performance.now() - startedAt) / 1000
    const rss = next.readRss()
    await next.end()
    return {
      passed: seconds < 5,
      text: `start: ${count} messages, 256 MiB: ready ${seconds.toFixed(1)} s after the start (under 5); resident ${mb(full)} when it was full, ${mb(rss)} after the start`,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Times fifty writes of a message that wait for the disk, in ms. */
async function timeSyncs(folder: string): Promise<number[]> {
  const file = await openFile(join(folder, 'bare'), 'w')
  const times: number[] = []
  for (let n = 0; n < 50; n++) {
    const startedAt = performance.now()
    await file.write(makeMessage(n))
    await file.datasync()
    times.push(performance.now() - startedAt)
  }
  await file.close()
  return times
}
