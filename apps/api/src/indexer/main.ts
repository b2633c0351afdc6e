import { runMain } from '@foyer/server'
import { readConfig } from '../config.ts'
import { runIndexer } from './runIndexer.ts'

await runMain({
  name: 'Foyer indexer',
  async start() {
    const { chains, stop } = await runIndexer(await readConfig(process.env))
    return { at: `${chains} chains`, stop }
  },
})
