import { readConfig } from './config.ts'
import { start } from './start.ts'

let signals = 0
let stop: () => Promise<void> = async () => {}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    signals++
    // The second is for when the first was not quick enough.
    if (signals > 1) process.exit(1)
    void stop()
  })
}

try {
  const vault = await start(await readConfig(process.env))
  stop = vault.stop
  // Told to stop while it was starting.
  if (signals > 0) await vault.stop()
  else console.log(`Foyer vault on ${vault.url}`)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const cure =
    code === 'EADDRINUSE'
      ? `${message}. Another process has this port: end it, or set PORT.`
      : message
  console.error(`Foyer vault can not start. ${cure}`)
  process.exitCode = 1
}
