import { readConfig } from './config.ts'
import { start } from './start.ts'

let signals = 0
let stop: () => Promise<void> = async () => {}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    signals++
    // The second is for when the first was not quick enough.
    if (signals > 1) process.exit(1)
    void end()
  })
}

async function end(): Promise<void> {
  try {
    await stop()
  } catch (error) {
    console.error(`Foyer relay could not keep its mailboxes. ${(error as Error).message}`)
    process.exitCode = 1
  }
}

try {
  const relay = await start(await readConfig(process.env))
  stop = relay.stop
  // Told to stop while it was starting.
  if (signals > 0) await end()
  else console.log(`Foyer relay on ${relay.url} (${relay.httpUrl}/health)`)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const cure =
    code === 'EADDRINUSE'
      ? `${message}. Another process has this port: end it, or set PORT.`
      : message
  console.error(`Foyer relay can not start. ${cure}`)
  process.exitCode = 1
}
