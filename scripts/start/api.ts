import { start } from '@foyer/api'
import { cardKeys } from '@foyer/devnet/cardKeys'
import { addressesOf, demoProjectId, phoneProjectId } from './addresses.ts'
import { apiChains, bridgeOf } from './apiChains.ts'
import { waitForDatabase } from './databases.ts'
import { listPhoneWallet } from './listPhoneWallet.ts'
import type { RunPart } from './part.ts'
import { readSecret } from './secrets.ts'

/** The api, with the demo site's project and the local chains. */
export const run: RunPart = async (settings, ready) => {
  const addresses = addressesOf(settings)
  const { api: publicUrl, card, phone, site } = addresses
  const api = await start({
    port: settings.ports.api,
    database: { kind: 'folder', path: await waitForDatabase(settings.folder, 'api') },
    publicUrl,
    projects: [
      { id: demoProjectId, name: 'Foyer demo', origins: [site] },
      { id: phoneProjectId, name: 'Phone wallet', origins: [phone] },
    ],
    chains: apiChains(addresses),
    aggregators: [bridgeOf(`http://127.0.0.1:${settings.ports.bridge}`)],
    nameSuffix: 'foyer.test',
    // Local blocks come when somebody sends something: they are to be seen at once.
    indexer: { pollMs: 500 },
    // The development wallet serves the devnet's IPFS, too.
    ipfsGateway: `http://127.0.0.1:${settings.ports.wallet}`,
    extraWallets: [listPhoneWallet(phone)],
    onramp: {
      // Node may not resolve names below localhost.
      devcard: { ...cardKeys, url: card, internalUrl: `http://127.0.0.1:${settings.ports.card}` },
    },
    serviceToken: await readSecret(settings.folder, 'api', 'SERVICE_TOKEN'),
    logLevel: 'warn',
  })
  ready({ what: 'API: wallets, images, balances, history', url: publicUrl })
  return api
}
