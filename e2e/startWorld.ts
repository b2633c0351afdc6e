import { start as startApi } from '@foyer/api'
import {
  foyerDevnet,
  foyerDevnetTwo,
  startDevnet,
  startPhoneWallet,
  startWallet,
} from '@foyer/devnet'
import { chromiumOptions } from '@foyer/devnet/chromium'
import { start as startRelay } from '@foyer/relay'
import { buildPage, start as startSite } from '@foyer/site'
import { chromium } from 'playwright'
import { apiChains } from '../scripts/start/apiChains.ts'
import { listPhoneWallet } from '../scripts/start/listPhoneWallet.ts'
import { siteNetworks } from '../scripts/start/siteNetworks.ts'

/** Every part of a running Foyer, on free ports, and a browser. */
export type World = Awaited<ReturnType<typeof startWorld>>

export const projectId = 'e2e'

/** Starts the chains, the relay, the api, the test wallets, the site and a Chromium. */
export async function startWorld() {
  await buildPage()
  const devnet = await startDevnet({
    ports: { [foyerDevnet.id]: 0, [foyerDevnetTwo.id]: 0 },
    solanaPort: 0,
  })
  const wallet = await startWallet({ port: 0, chains: devnet.chains, solana: devnet.solana })
  const relay = await startRelay({ port: 0 })
  const phone = await startPhoneWallet({
    port: 0,
    relayUrl: relay.url,
    chains: devnet.chains,
    solana: devnet.solana,
  })
  const startTheApi = (port = 0) =>
    startApi({
      port,
      logLevel: 'silent',
      chains: apiChains(devnet),
      projects: [{ id: projectId, name: 'End to end', isDevelopment: true }],
      extraWallets: [listPhoneWallet(phone.url)],
    })
  const api = await startTheApi()
  const site = await startSite({
    port: 0,
    projectId,
    apiUrl: api.url,
    networks: siteNetworks(devnet),
    walletUrl: wallet.url,
    phoneWalletUrl: phone.url,
    walletConnect: { projectId, relayUrl: relay.url },
    // Tests that send the page to another api (slow, deaf) do so on a port of their own.
    connectOrigins: ['http://127.0.0.1:*'],
  })
  const browser = await chromium.launch(chromiumOptions())
  return {
    api,
    browser,
    devnet,
    phone,
    relay,
    site,
    wallet,
    /** Starts the api again on the port it had. */
    startApiAgain: () => startTheApi(api.port),
    /** Starts the relay again on the port it had, with nothing kept. */
    startRelayAgain: () => startRelay({ port: relay.port }),
    async stop() {
      await browser.close()
      await Promise.allSettled([
        site.stop(),
        api.stop(),
        relay.stop(),
        phone.stop(),
        wallet.stop(),
        devnet.stop(),
      ])
    },
  }
}
