import { runMain } from '@foyer/server'
import { readConfig } from './config.ts'
import { start } from './start.ts'

await runMain({
  name: 'Foyer relay',
  async start() {
    const { httpUrl, stop, url } = await start(await readConfig(process.env))
    return { at: `${url} (${httpUrl}/health)`, stop }
  },
})
