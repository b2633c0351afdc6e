import { cpus, loadavg } from 'node:os'
import { abuse } from './abuses.ts'
import { groupCommit, startUp } from './disk.ts'
import type { Gate } from './gate.ts'
import { idleSockets } from './idleSockets.ts'
import { killedNode } from './killedNode.ts'
import { offlineMailbox } from './offlineMailbox.ts'
import { reconnectStorm } from './reconnectStorm.ts'
import { slowReader } from './slowReader.ts'
import { soak } from './soak.ts'
import { buildRelay } from './spawnServer.ts'
import { steadyLoad } from './steadyLoad.ts'
import { throughput } from './throughput.ts'
import { twoProcesses } from './twoProcesses.ts'

/**
 * The relay's capacity and speed, each figure with its limit. `--only a,d` measures some; before a release, use `--seconds 60`
 * for the steady load and `--soak-minutes 30` for the soak.
 */
export async function benchRelay(options = process.argv.slice(3)): Promise<{ passed: boolean }> {
  const seconds = Number(option(options, 'seconds') ?? 20)
  const soakMinutes = Number(option(options, 'soak-minutes') ?? 1)
  const only = option(options, 'only')?.split(',')
  const all: Record<string, () => Promise<Gate>> = {
    ratio: throughput,
    a: () => idleSockets([5000, 10_000]),
    b: () => steadyLoad(seconds),
    c: reconnectStorm,
    d: offlineMailbox,
    e: slowReader,
    f: killedNode,
    g: () => soak(soakMinutes),
    h: groupCommit,
    i: startUp,
    j: twoProcesses,
    k: abuse,
  }
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${cpus().length} cores, load ${load} before the first: what else runs is in the tails`,
  )
  buildRelay()
  let passed = true
  for (const [name, measure] of Object.entries(all)) {
    if (only && !only.includes(name)) continue
    const gate = await measure()
    if (gate.passed === false) passed = false
    const mark = gate.passed === undefined ? 'skip' : gate.passed ? 'ok  ' : 'FAIL'
    console.log(`${mark} ${name.padEnd(5)} ${gate.text}`)
  }
  return { passed }
}

function option(options: readonly string[], name: string): string | undefined {
  const at = options.indexOf(`--${name}`)
  return at < 0 ? undefined : options[at + 1]
}
