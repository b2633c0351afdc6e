import { readConfig } from './config.ts'
import { start } from './start.ts'

try {
  const api = await start(await readConfig(process.env))
  console.log(`Foyer API on ${api.url}`)
  let isStopping = false
  const stop = async () => {
    // The second signal is for when the first was not quick enough.
    if (isStopping) process.exit(1)
    isStopping = true
    await api.stop()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const cure =
    code === 'EADDRINUSE'
      ? `${message}. Another process has this port: end it, or set PORT.`
      : message
  console.error(`Foyer API can not start. ${cure}`)
  process.exitCode = 1
}
