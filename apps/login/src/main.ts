import { runMain } from '@foyer/server'
import { readConfig } from './server/config.ts'
import { start } from './server/start.ts'

await runMain({
  name: 'Foyer login',
  async start() {
    const { stop, url } = await start(await readConfig(process.env))
    return { at: url, stop }
  },
})
