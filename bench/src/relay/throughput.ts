import { median, percentile } from '../percentile.ts'
import { type Gate, ms } from './gate.ts'
import { saturate } from './load.ts'
import { spawnForwarder, spawnRelay } from './spawnServer.ts'

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
    passed: ratio >= 0.6,
    text: `delivered: ${ratio.toFixed(2)} of a bare forwarder (at least 0.6; slices ${percentile(ratios, 0.1).toFixed(2)} to ${percentile(ratios, 0.9).toFixed(2)})\n           ${line('forwarder')}\n           ${line('relay')}`,
  }
}

type Slice = { perSecond: number; p50: number; p99: number; cpu: number }
