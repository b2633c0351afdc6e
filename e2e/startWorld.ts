import { apiDatabase, start as startApi } from '@foyer/api'
import {
  cardKeys,
  foyerDevnet,
  foyerDevnetTwo,
  freePort,
  startBridge,
  startCard,
  startDevnet,
  startPhoneWallet,
  startWallet,
} from '@foyer/devnet'
import { start as startRelay } from '@foyer/relay'
import { testLocation } from '@foyer/server/testDatabase'
import { buildPage, start as startSite } from '@foyer/site'
import { apiChains, bridgeOf } from '../scripts/start/apiChains.ts'
import { listPhoneWallet } from '../scripts/start/listPhoneWallet.ts'
import { shopAccounts, siteNetworks } from '../scripts/start/siteNetworks.ts'
import { keepLogs } from './keepLogs.ts'
import { startSponsor } from './startSponsor.ts'

/** All parts of a running Foyer, on free ports. */
export type World = Awaited<ReturnType<typeof startWorld>>

export const projectId = 'e2e'

/** Starts the chains, the relay, the api, the test wallets and the site. */
export async function startWorld() {
  await buildPage()
  const logs = keepLogs()
  const log = { logLevel: 'info', logDestination: logs.destination } as const
  const devnet = await startDevnet({
    ports: { [foyerDevnet.id]: 0, [foyerDevnetTwo.id]: 0 },
    solanaPort: 0,
  })
  const wallet = await startWallet({ port: 0, chains: devnet.chains, solana: devnet.solana })
  const relay = await startRelay({ port: await freePort(), ...log })
  const phone = await startPhoneWallet({
    port: 0,
    relayUrl: relay.url,
    chains: devnet.chains,
    solana: devnet.solana,
  })
  const apiPort = await freePort()
  const card = await startCard({
    port: 0,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    chains: devnet.chains,
    solana: devnet.solana,
  })
  const bridge = await startBridge({ port: 0, chains: devnet.chains })
  const startTheApi = async (port: number) =>
    startApi({
      port,
      database: await testLocation(apiDatabase),
      ...log,
      chains: apiChains(devnet),
      aggregators: [bridgeOf(bridge.url)],
      projects: [{ id: projectId, name: 'End to end', isDevelopment: true }],
      nameSuffix: 'foyer.test',
      ipfsGateway: `http://127.0.0.1:${wallet.port}`,
      extraWallets: [listPhoneWallet(phone.url)],
      onramp: {
        devcard: { ...cardKeys, url: card.url, internalUrl: `http://127.0.0.1:${card.port}` },
      },
    })
  const api = await startTheApi(apiPort)
  const sponsor = await startSponsor(devnet, { projectId, ...log })
  const site = await startSite({
    port: 0,
    projectId,
    apiUrl: api.url,
    networks: siteNetworks(devnet),
    walletUrl: wallet.url,
    phoneWalletUrl: phone.url,
    walletConnect: { projectId, relayUrl: relay.url },
    shopAccounts,
    facilitator: sponsor.facilitator,
    // Tests that use another api (slow, silent) start it on a separate port.
    connectOrigins: ['http://127.0.0.1:*'],
  })
  return {
    api,
    bridge,
    card,
    devnet,
    logs,
    phone,
    relay,
    site,
    wallet,
    /** Starts the api again on its port. */
    startApiAgain: () => startTheApi(api.port),
    /** Starts the relay again on its port, without stored messages. */
    startRelayAgain: () => startRelay({ port: relay.port, ...log }),
    async stop() {
      await Promise.allSettled([
        site.stop(),
        api.stop(),
        sponsor.stop(),
        bridge.stop(),
        card.stop(),
        relay.stop(),
        phone.stop(),
        wallet.stop(),
        devnet.stop(),
      ])
    },
  }
}
