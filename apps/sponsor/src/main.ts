import { runMain } from '@foyer/server'
import { readConfig } from './config.ts'
import { start } from './start.ts'

await runMain({
  name: 'Foyer sponsor',
  async start() {
    const { stop, url } = await start(await readConfig(process.env))
    return { at: url, stop }
  },
})
