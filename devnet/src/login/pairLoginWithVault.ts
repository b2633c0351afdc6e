import { randomBytes } from 'node:crypto'
import type { DevMail } from '../mail/startMail.ts'

const secret = () => randomBytes(32).toString('hex')
const key = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`

/**
 * Creates the options with which a login server and a recovery vault know each other on this machine: new keys, URLs, and
 * a mail account each.
 *
 * @param api - the api that the login server asks about projects and chains
 * @param ports - ports of the servers
 * @param urls - their URLs for browsers
 * @returns The required options of both.
 */
export function pairLoginWithVault({
  api,
  mail,
  ports,
  urls,
}: {
  api: { url: string; serviceToken: string }
  mail: DevMail<'login' | 'vault'>
  ports: { login: number; vault: number }
  urls: { login: string; vault: string }
}) {
  const serviceSecret = secret()
  const accountOf = (name: 'login' | 'vault') => {
    const { host, pass, port, user } = mail.senders[name]
    return { smtpUrl: `smtp://${user}:${pass}@${host}:${port}`, from: `${name}@foyer.example` }
  }
  // Node may not resolve names below localhost.
  const dialled = (name: 'login' | 'vault') => `http://127.0.0.1:${ports[name]}`
  return {
    login: {
      port: ports.login,
      loginOrigin: urls.login,
      kek: key('kekA-1'),
      otpPepper: secret(),
      tokenKeys: key('token-1'),
      vault: { url: urls.vault, internalUrl: dialled('vault'), serviceSecret },
      api,
      mail: accountOf('login'),
    },
    vault: {
      port: ports.vault,
      publicUrl: urls.vault,
      kek: key('kekB-1'),
      hmacKey: secret(),
      auth: {
        url: dialled('login'),
        issuer: urls.login,
        loginOrigin: urls.login,
        serviceSecret,
      },
      mail: accountOf('vault'),
    },
  }
}
