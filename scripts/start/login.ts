import { challengeOf } from '@foyer/devnet/challengeKeys'
import { farcasterClients } from '@foyer/devnet/farcasterKeys'
import { identityClients } from '@foyer/devnet/identityClients'
import { buildPages, start } from '@foyer/login'
import { addressesOf, demoProjectId } from './addresses.ts'
import { clubLogin } from './clubLogin.ts'
import { waitForDatabase } from './databases.ts'
import { loginNetworks, loginSmartAccounts } from './loginNetworks.ts'
import { loginPages } from './loginPages.ts'
import { mailAccount } from './mailAccount.ts'
import type { RunPart } from './part.ts'
import { readSecret } from './secrets.ts'

/** The login server (A) with its pages, built when they never were or when a source changed. */
export const run: RunPart = async (settings, ready) => {
  const { folder, ports } = settings
  const { chains, login: loginOrigin, site, vault } = addressesOf(settings)
  await buildPages(loginPages)
  const secret = (name: string) => readSecret(folder, 'login', name)
  const login = await start({
    port: ports.login,
    loginOrigin,
    kek: await secret('FOYER_KEK_A'),
    otpPepper: await secret('OTP_PEPPER'),
    tokenKeys: await secret('TOKEN_KEYS'),
    vault: {
      url: vault,
      // Node may not resolve names below localhost.
      internalUrl: `http://127.0.0.1:${ports.vault}`,
      serviceSecret: await secret('VAULT_SERVICE_SECRET'),
    },
    api: {
      url: `http://127.0.0.1:${ports.api}`,
      serviceToken: await secret('API_SERVICE_TOKEN'),
    },
    mail: mailAccount('login', ports),
    database: { kind: 'folder', path: await waitForDatabase(folder, 'login') },
    pages: loginPages,
    networks: loginNetworks,
    smartAccounts: loginSmartAccounts,
    sponsor: {
      url: `http://127.0.0.1:${ports.sponsor}`,
      token: await secret('SPONSOR_TOKEN'),
    },
    firstPartyProjects: [demoProjectId],
    socials: identityClients(ports.identity).login,
    farcaster: farcasterClients({ port: ports.farcaster, rpcUrl: chains[0]!.url }).login,
    customs: [clubLogin({ login: loginOrigin, port: ports.site, projectId: demoProjectId, site })],
    challenge: challengeOf(ports.challenge),
    // Everybody who tries it out here has one network address.
    limits: { mailsOfClientPer10Min: 200, mailsOfClientPerDay: 200 },
    logLevel: 'warn',
  })
  ready({ what: 'Login: frame, approvals, security', url: loginOrigin })
  return login
}
