import { cpus, loadavg } from 'node:os'
import { startEvm } from '@foyer/devnet'
import { measureIndexing } from './indexing.ts'
import { type Line, measureRoutes } from './routes.ts'

/** The api's speed, each figure beside the least that does the same in the same run. `--only routes` or `indexer`. */
export async function benchApi(options = process.argv.slice(3)): Promise<{ passed: boolean }> {
  const only = options[options.indexOf('--only') + 1]
  const has = (name: string) => !options.includes('--only') || only === name
  const load = loadavg()[0]?.toFixed(1)
  console.log(`${cpus().length} cores, load ${load} at the start; other load affects the figures`)
  const lines: Line[] = []
  const print = (measured: readonly Line[]) => {
    lines.push(...measured)
    for (const { name, passed, text } of measured) {
      const mark = passed === undefined ? '    ' : passed ? 'ok  ' : 'FAIL'
      console.log(`${mark} ${name.padEnd(40)} ${text}`)
    }
  }
  if (has('indexer')) print(await measureIndexing())
  if (has('routes')) {
    const anvil = await startEvm({ chainId: 31337, port: 0 })
    try {
      print(await measureRoutes(anvil))
    } finally {
      await anvil.stop()
    }
  }
  return { passed: lines.every(({ passed }) => passed !== false) }
}
