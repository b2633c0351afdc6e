import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { start as startApi } from '@foyer/api'
import { startMail } from '@foyer/devnet'
import { buildPages, start as startLogin } from '@foyer/login'
import { start as startVault } from '@foyer/vault'
import { openHost } from './openHost.ts'

/** A login with all its parts, each in memory, with no limit that a measurement would meet. */
export type Servers = Awaited<ReturnType<typeof startServers>>

export const projectId = 'bench'
const pages = join(import.meta.dirname, '../../../node_modules/.cache/foyer-bench/login-pages')
const many = 1_000_000
const minuteMs = 60_000

const secret = () => randomBytes(32).toString('hex')
const key = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts api, mail, vault, login server and the page of a site that embeds it. */
export async function startServers() {
  await buildPages(pages)
  const ports = { login: await freePort(), vault: await freePort() }
  const urls = {
    login: `http://login.localhost:${ports.login}`,
    vault: `http://vault.localhost:${ports.vault}`,
  }
  const host = await openHost(urls.login)
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const [serviceToken, serviceSecret] = [secret(), secret()]
  const api = await startApi({
    port: 0,
    logLevel: 'silent',
    serviceToken,
    projects: [{ id: projectId, name: 'Bench', origins: [host.url] }],
  })
  const mail = await startMail({ port: 0, smtpPort: 0 })
  const account = (name: 'login' | 'vault') => {
    const { host, pass, port, user } = mail.senders[name]
    return { smtpUrl: `smtp://${user}:${pass}@${host}:${port}`, from: `${name}@foyer.example` }
  }
  const vault = await startVault({
    port: ports.vault,
    publicUrl: urls.vault,
    kek: key('kekB-1'),
    hmacKey: secret(),
    auth: {
      url: `http://127.0.0.1:${ports.login}`,
      issuer: urls.login,
      loginOrigin: urls.login,
      serviceSecret,
    },
    mail: account('vault'),
    limits: { pageCallsPerMinute: many, shareCallsPerMinute: many },
    now,
  })
  const login = await startLogin({
    port: ports.login,
    loginOrigin: urls.login,
    kek: key('kekA-1'),
    otpPepper: secret(),
    tokenKeys: key('token-1'),
    vault: { url: urls.vault, internalUrl: vault.url, serviceSecret },
    api: { url: api.url, serviceToken },
    mail: account('login'),
    pages,
    firstPartyProjects: [projectId],
    limits: {
      mailsOfAddress: [[many, minuteMs]],
      mailsOfClient: [[many, minuteMs]],
      mailsOfProjectPerHour: many,
      codesOfClient: many,
      callsOfDevicePerMinute: many,
      callsOfClientPerMinute: many,
      signsPerMinute: many,
    },
    now,
  })
  return {
    host,
    login,
    mail,
    urls,
    vault,
    /** Puts the servers' clocks forward, s. */
    pass(seconds: number) {
      aheadMs += seconds * 1000
    },
    async stop() {
      await Promise.allSettled([host.stop(), login.stop(), vault.stop()])
      await Promise.allSettled([api.stop(), mail.stop()])
    },
  }
}
