import { buildPages, start } from '@foyer/login'
import { addressesOf, demoProjectId } from './addresses.ts'
import { waitForDatabase } from './databases.ts'
import { loginNetworks } from './loginNetworks.ts'
import { loginPages } from './loginPages.ts'
import { mailAccount } from './mailAccount.ts'
import type { RunPart } from './part.ts'
import { readSecret } from './secrets.ts'

const minuteMs = 60_000

/** The login server (A); builds its pages if they are missing or out of date. */
export const run: RunPart = async (settings, ready) => {
  const { folder, ports } = settings
  const { login: loginOrigin, vault } = addressesOf(settings)
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
    firstPartyProjects: [demoProjectId],
    // All users of this machine have the same network address.
    limits: { mailsOfClient: [[200, 10 * minuteMs]] },
    logLevel: 'warn',
  })
  ready({ what: 'Login: frame, approvals, security', url: loginOrigin })
  return login
}
