import { median } from '../percentile.ts'
import { takeTurns } from '../takeTurns.ts'
import { type Gate, ms } from './gate.ts'
import { keepRate, makePairs } from './load.ts'
import { type Server, spawnForwarder, spawnRelay } from './spawnServer.ts'

/** Latency that waiting for the disk may add at p99, as in `groupCommit`. */
const diskMs = 10

/**
 * (b) 2,000 sockets, 1,000 messages a second, next to a bare forwarder with the same sockets and load. Both run, and are measured
 * in turn in slices of two seconds, so that other load on the machine affects both. The relay's p99 may be three times the
 * forwarder's, or that of a write more.
 */
export async function steadyLoad(seconds: number): Promise<Gate> {
  const servers = { forwarder: await spawnForwarder(), relay: await spawnRelay() }
  try {
    const worlds = {
      forwarder: await makePairs(servers.forwarder.url, 1000),
      relay: await makePairs(servers.relay.url, 1000),
    }
    // Compiles what runs often.
    for (const world of Object.values(worlds))
      await keepRate(world, { perSecond: 1000, seconds: 5 })
    const slice = { perSecond: 1000, seconds: 2 }
    const runs = await takeTurns(Math.ceil(seconds / slice.seconds), {
      forwarder: () => keepRate(worlds.forwarder, slice),
      relay: () => keepRate(worlds.relay, slice),
    })
    for (const world of Object.values(worlds)) world.close()
    const of = (name: keyof typeof runs, field: 'p50' | 'p99') =>
      median(runs[name].map((run) => run[field]))
    const lost = runs.relay.reduce((sum, run) => sum + run.published - run.delivered, 0)
    const twice = runs.relay.reduce((sum, run) => sum + run.duplicates, 0)
    // The forwarder writes nothing to a disk: on a quiet machine its p99 is below the time of one write.
    const most = Math.max(of('forwarder', 'p99') * 3, of('forwarder', 'p99') + diskMs)
    const worst = Math.max(...runs.relay.map(({ p99 }) => p99))
    const line = (name: keyof typeof runs) =>
      `p50 ${ms(of(name, 'p50'))}, p99 ${ms(of(name, 'p99'))}`
    return {
      passed: lost === 0 && twice === 0 && of('relay', 'p99') <= most,
      text: `steady: 2,000 sockets, 1,000/s, ${runs.relay.length} slices in turn: ${line('relay')} (at most ${ms(most)}; worst slice ${ms(worst)}; bare forwarder ${line('forwarder')}), ${lost} lost, ${twice} twice`,
    }
  } finally {
    await Promise.all(Object.values(servers).map((server: Server) => server.end()))
  }
}
