import { randomBytes } from 'node:crypto'
import { apiDatabase, start as startApi } from '@foyer/api'
import {
  farcasterClients,
  foyerDevnet,
  foyerDevnetTwo,
  freePort,
  pairLoginWithVault,
  startDevnet,
  startFarcaster,
  startIdentity,
  startMail,
  startPhoneWallet,
  startWallet,
} from '@foyer/devnet'
import { buildPages, loginDatabase, start as startLogin } from '@foyer/login'
import { start as startRelay } from '@foyer/relay'
import { openTestDatabase, testLocation } from '@foyer/server/testDatabase'
import { buildPage, start as startSite } from '@foyer/site'
import { start as startVault, vaultDatabase } from '@foyer/vault'
import { apiChains } from '../scripts/start/apiChains.ts'
import { clubLogin } from '../scripts/start/clubLogin.ts'
import { listPhoneWallet } from '../scripts/start/listPhoneWallet.ts'
import { loginNetworks, loginSmartAccounts } from '../scripts/start/loginNetworks.ts'
import { loginPages } from '../scripts/start/loginPages.ts'
import { shopAccounts, siteNetworks } from '../scripts/start/siteNetworks.ts'
import { keepLogs } from './keepLogs.ts'
import { openGate } from './openGate.ts'
import { startSponsor } from './startSponsor.ts'

/** Everything behind a login: chains, api, mail, both servers, and the pages of three sites. */
export type LoginWorld = Awaited<ReturnType<typeof startLoginWorld>>

/** Projects of the api. */
export const projects = {
  /** The operator's own: two sites. */
  own: 'e2e',
  /** Somebody else's. */
  foreign: 'e2e-foreign',
} as const

/** More than a person has in a day: one browser after the other, in a minute. */
const recoveries = 50

/**
 * Starts everything a login needs. Its clock can be put forward, since a person gets one mail in 30 s; browsers keep their
 * own, so that it must stay within the five minutes that a server bears.
 *
 * @param options - `hasWallets`: the sites offer the devnet's installed and mobile wallet as well
 */
export async function startLoginWorld({ hasWallets = false }: startLoginWorld.Options = {}) {
  await Promise.all([buildPage(), buildPages(loginPages)])
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const [devnet, mail] = await Promise.all([
    startDevnet({ ports: { [foyerDevnet.id]: 0, [foyerDevnetTwo.id]: 0 }, solanaPort: 0 }),
    startMail({ port: 0, smtpPort: 0 }),
  ])
  const ports = {
    login: await freePort(),
    vault: await freePort(),
    own: await freePort(),
    second: await freePort(),
    foreign: await freePort(),
  }
  // Browsers go through a door that can be shut; the servers talk to each other behind it.
  const doors = {
    login: await openGate(() => ports.login),
    vault: await openGate(() => ports.vault),
  }
  const urls = {
    login: `http://login.localhost:${doors.login.port}`,
    vault: `http://vault.localhost:${doors.vault.port}`,
    own: `http://site.localhost:${ports.own}`,
    second: `http://second.localhost:${ports.second}`,
    foreign: `http://foreign.localhost:${ports.foreign}`,
  }
  const logs = keepLogs()
  const log = { logLevel: 'info', logDestination: logs.destination } as const
  const serviceToken = randomBytes(32).toString('hex')
  const wallets = hasWallets ? await startWallets(devnet) : undefined
  const api = await startApi({
    port: 0,
    database: await testLocation(apiDatabase),
    ...log,
    chains: apiChains(devnet),
    serviceToken,
    projects: [
      { id: projects.own, name: 'End to end', origins: [urls.own, urls.second] },
      { id: projects.foreign, name: 'Somebody else', origins: [urls.foreign] },
    ],
    ...(wallets && { extraWallets: [listPhoneWallet(wallets.phone.url)] }),
  })
  const identity = await startIdentity({ port: 0, redirectOrigin: urls.login, now })
  const [{ url: rpcUrl }] = devnet.chains as [(typeof devnet.chains)[number]]
  const farcaster = await startFarcaster({
    port: 0,
    // Node may not resolve names below localhost.
    relayUrl: `http://127.0.0.1:${ports.login}`,
    ...{ rpcUrl, now },
  })
  const farcasterOf = farcasterClients({ port: farcaster.port, rpcUrl })
  const paired = pairLoginWithVault({ api: { url: api.url, serviceToken }, mail, ports, urls })
  const customs = [
    clubLogin({ login: urls.login, port: ports.own, projectId: projects.own, site: urls.own }),
  ]
  // Open as long as the world is, so that a server that starts again finds its rows.
  const [vaultRows, loginRows] = await Promise.all([
    openTestDatabase(vaultDatabase, 'PGlite'),
    openTestDatabase(loginDatabase, 'PGlite'),
  ])
  const sponsor = await startSponsor(devnet, { projectId: projects.own, ...log })
  const vaultOptions: startVault.Options = {
    ...paired.vault,
    database: { kind: 'open', database: { ...vaultRows, close: async () => {} } },
    socials: identity.clients.vault,
    farcaster: farcasterOf.vault,
    customs,
    limits: {
      releasesPerUserPerDay: recoveries,
      ...{
        mailsBeforeWorkOfAddress: 1000,
        mailsBeforeWorkOfNetwork: 1000,
        mailsBeforeWorkOfAll: 1000,
      },
    },
    ...log,
    now,
  }
  const loginOptions: startLogin.Options = {
    ...paired.login,
    database: { kind: 'open', database: { ...loginRows, close: async () => {} } },
    pages: loginPages,
    networks: loginNetworks,
    smartAccounts: loginSmartAccounts,
    sponsor: { url: sponsor.url, token: sponsor.serviceToken },
    firstPartyProjects: [projects.own],
    socials: identity.clients.login,
    farcaster: farcasterOf.login,
    customs,
    limits: {
      mailsOfClientPer10Min: 1000,
      mailsOfClientPerDay: 1000,
      ...{
        mailsBeforeWorkOfAddress: 1000,
        mailsBeforeWorkOfNetwork: 1000,
        mailsBeforeWorkOfAll: 1000,
      },
      recoveriesPerDay: recoveries,
    },
    ...log,
    now,
  }
  let [vault, login] = await Promise.all([startVault(vaultOptions), startLogin(loginOptions)])
  const site = (port: number, name: string, projectId: string) =>
    startSite({
      port,
      name,
      projectId,
      apiUrl: api.url,
      loginUrl: urls.login,
      mailUrl: mail.url,
      networks: siteNetworks(devnet),
      shopAccounts,
      facilitator: sponsor.facilitator,
      ...(wallets && {
        walletUrl: wallets.installed.url,
        phoneWalletUrl: wallets.phone.url,
        walletConnect: { projectId, relayUrl: wallets.relay.url },
      }),
    })
  const sites = await Promise.all([
    site(ports.own, 'site.localhost', projects.own),
    site(ports.second, 'second.localhost', projects.own),
    site(ports.foreign, 'foreign.localhost', projects.foreign),
  ])
  return {
    api,
    devnet,
    doors,
    identity,
    logs,
    mail,
    urls,
    wallets,
    /** Puts the servers' clocks forward, s: the next mail to an address is allowed after 30. */
    pass(seconds: number) {
      aheadMs += seconds * 1000
    },
    stopVault: () => vault.stop(),
    async startVault() {
      vault = await startVault(vaultOptions)
    },
    stopLogin: () => login.stop(),
    async startLogin() {
      login = await startLogin(loginOptions)
    },
    async stop() {
      await Promise.allSettled([
        ...sites.map((one) => one.stop()),
        ...Object.values(doors).map((door) => door.stop()),
        login.stop(),
        vault.stop(),
      ])
      await Promise.allSettled([
        api.stop(),
        sponsor.stop(),
        farcaster.stop(),
        identity.stop(),
        mail.stop(),
        wallets?.stop(),
        devnet.stop(),
        vaultRows.close(),
        loginRows.close(),
      ])
    },
  }
}

export declare namespace startLoginWorld {
  type Options = { hasWallets?: boolean }
}

/** The installed wallet, the mobile wallet and the relay between it and the sites. */
async function startWallets({ chains, solana }: Awaited<ReturnType<typeof startDevnet>>) {
  const installed = await startWallet({ port: 0, chains, solana })
  const relay = await startRelay({ port: 0 })
  const phone = await startPhoneWallet({ port: 0, relayUrl: relay.url, chains, solana })
  return {
    installed,
    phone,
    relay,
    stop: () => Promise.allSettled([relay.stop(), phone.stop(), installed.stop()]),
  }
}
