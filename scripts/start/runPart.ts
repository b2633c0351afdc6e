/** Runs one part in a separate process: `runPart.ts <name>`, with its settings in `FOYER_PART`. */
import { type PartMessage, type PartSettings, partNames, type RunPart } from './part.ts'

/** Time for a part to stop before it is killed, ms. */
const stopLimitMs = 12_000

const say = (message: PartMessage) => {
  if (process.connected) process.send?.(message)
}

let running: Awaited<ReturnType<RunPart>> | undefined
let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), stopLimitMs).unref()
  try {
    await running?.stop()
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

process.on('SIGTERM', () => void stop())
// Ignore Ctrl-C: it reaches the parent, which stops the parts in order.
process.on('SIGINT', () => {})
// The parent died, so stop by itself.
process.on('disconnect', () => void stop())

try {
  const name = partNames.find((one) => one === process.argv[2])
  if (!name) throw new Error(`There is no part "${process.argv[2]}".`)
  const settings = JSON.parse(process.env.FOYER_PART ?? '') as PartSettings
  const { run } = (await import(`./${name}.ts`)) as { run: RunPart }
  running = await run(settings, (line) => say({ kind: 'line', line }))
  if (isStopping) await running.stop()
  say({ kind: 'ready' })
  void running.ended?.then(() => {
    if (isStopping) return
    console.error('A process of this part stopped unexpectedly.')
    process.exit(1)
  })
} catch (error) {
  say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
  process.disconnect?.()
}
