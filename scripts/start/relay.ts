import { join } from 'node:path'
import { start } from '@foyer/relay'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'

/** The relay between pages and wallets elsewhere. */
export const run: RunPart = async (settings, ready) => {
  const relay = await start({
    port: settings.ports.relay,
    dataFolder: join(settings.folder, 'relay'),
    logLevel: 'warn',
  })
  ready({ what: 'Relay to phone wallets', url: addressesOf(settings).relay })
  return relay
}
