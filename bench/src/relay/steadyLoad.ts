import { median } from '../percentile.ts'
import { takeTurns } from '../takeTurns.ts'
import { type Gate, ms } from './gate.ts'
import { keepRate, makePairs } from './load.ts'
import { type Server, spawnForwarder, spawnRelay } from './spawnServer.ts'

/**
 * (b) 2,000 sockets, 1,000 messages a second, next to a bare forwarder with the same sockets and load. Both run, and are measured
 * in turn in slices of two seconds, so that other load on the machine affects both.
 */
export async function steadyLoad(seconds: number): Promise<Gate> {
  const servers = { forwarder: await spawnForwarder(), relay: await spawnRelay() }
  try {
    const worlds = {
      forwarder: await makePairs(servers.forwarder.url, 1000),
      relay: await makePairs(servers.relay.url, 1000),
    }
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
    const ratio = of('relay', 'p99') / of('forwarder', 'p99')
    const worst = Math.max(...runs.relay.map(({ p99 }) => p99))
    const line = (name: keyof typeof runs) =>
      `p50 ${ms(of(name, 'p50'))}, p99 ${ms(of(name, 'p99'))}`
    return {
      passed: lost === 0 && twice === 0 && ratio <= 3,
      text: `steady: 2,000 sockets, 1,000/s, ${runs.relay.length} slices in turn: ${line('relay')} (worst slice ${ms(worst)}), ${ratio.toFixed(1)} times a bare forwarder's p99 (at most 3: ${line('forwarder')}), ${lost} lost, ${twice} twice`,
    }
  } finally {
    await Promise.all(Object.values(servers).map((server: Server) => server.end()))
  }
}
