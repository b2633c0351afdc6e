import { challengeOf } from '@foyer/devnet/challengeKeys'
import { farcasterClients } from '@foyer/devnet/farcasterKeys'
import { identityClients } from '@foyer/devnet/identityClients'
import { start } from '@foyer/vault'
import { addressesOf, demoProjectId } from './addresses.ts'
import { clubLogin } from './clubLogin.ts'
import { waitForDatabase } from './databases.ts'
import { mailAccount } from './mailAccount.ts'
import type { RunPart } from './part.ts'
import { readSecret } from './secrets.ts'

/** The recovery vault (B), whose key, store and mail account the login server can not use. */
export const run: RunPart = async (settings, ready) => {
  const { folder, ports } = settings
  const { chains, login, site, vault: publicUrl } = addressesOf(settings)
  const vault = await start({
    port: ports.vault,
    publicUrl,
    kek: await readSecret(folder, 'vault', 'FOYER_KEK_B'),
    hmacKey: await readSecret(folder, 'vault', 'VAULT_HMAC_KEY'),
    auth: {
      // Node may not resolve names below localhost.
      url: `http://127.0.0.1:${ports.login}`,
      issuer: login,
      loginOrigin: login,
      serviceSecret: await readSecret(folder, 'vault', 'VAULT_SERVICE_SECRET'),
    },
    mail: mailAccount('vault', ports),
    socials: identityClients(ports.identity).vault,
    farcaster: farcasterClients({ port: ports.farcaster, rpcUrl: chains[0]!.url }).vault,
    challenge: challengeOf(ports.challenge),
    customs: [clubLogin({ login, port: ports.site, projectId: demoProjectId, site })],
    database: { kind: 'folder', path: await waitForDatabase(folder, 'vault') },
    logLevel: 'warn',
  })
  ready({ what: 'Recovery vault', url: publicUrl })
  return vault
}
