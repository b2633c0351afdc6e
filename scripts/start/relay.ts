import { join } from 'node:path'
import { start } from '@foyer/relay'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'
import { readSecret } from './secrets.ts'

/** The relay between sites and remote wallets. */
export const run: RunPart = async (settings, ready) => {
  const { relay: url } = addressesOf(settings)
  const relay = await start({
    port: settings.ports.relay,
    audiences: [url],
    // Node may not resolve names below localhost.
    projects: {
      apiUrl: `http://127.0.0.1:${settings.ports.api}`,
      token: await readSecret(settings.folder, 'relay', 'API_TOKEN'),
    },
    dataFolder: join(settings.folder, 'relay'),
    logLevel: 'warn',
  })
  ready({ what: 'Relay for mobile wallets', url })
  return relay
}
