import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { start } from '@foyer/site'
import { addressesOf, demoProjectId } from './addresses.ts'
import type { RunPart } from './part.ts'
import { readSecret } from './secrets.ts'
import { shopAccounts, siteNetworks } from './siteNetworks.ts'

/** The demo site; builds its page if it is missing or out of date. */
export const run: RunPart = async (settings, ready) => {
  const addresses = addressesOf(settings)
  const { api, login, mail, phone, relay, site: url, wallet } = addresses
  await promisify(execFile)(process.execPath, [
    '--conditions=@foyer/source',
    join(import.meta.dirname, 'buildSite.ts'),
  ])
  const site = await start({
    port: settings.ports.site,
    projectId: demoProjectId,
    apiUrl: api,
    walletUrl: wallet,
    phoneWalletUrl: phone,
    networks: siteNetworks(addresses),
    loginUrl: login,
    mailUrl: mail,
    walletConnect: { projectId: demoProjectId, relayUrl: relay },
    shopAccounts,
    facilitator: {
      // Node may not resolve names below localhost.
      url: `http://127.0.0.1:${settings.ports.sponsor}`,
      token: await readSecret(settings.folder, 'site', 'FACILITATOR_TOKEN'),
    },
  })
  ready({ what: 'Demo site', url })
  return site
}
