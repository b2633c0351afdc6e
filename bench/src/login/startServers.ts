import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { start as startApi } from '@foyer/api'
import { freePort, pairLoginWithVault, startIdentity, startMail } from '@foyer/devnet'
import { buildPages, start as startLogin } from '@foyer/login'
import { start as startVault } from '@foyer/vault'
import { servePages } from '../servePages.ts'

/** A login with all its parts, each in memory, with rate limits that no measurement reaches. */
export type Servers = Awaited<ReturnType<typeof startServers>>

export const projectId = 'bench'
const pages = join(import.meta.dirname, '../../../node_modules/.cache/foyer-bench/login-pages')
const many = 1_000_000
const noWork = {
  mailsBeforeWorkOfAddress: many,
  mailsBeforeWorkOfNetwork: many,
  mailsBeforeWorkOfAll: many,
}

/** Starts api, mail, vault, login server and a site that embeds the login. */
export async function startServers() {
  await buildPages(pages)
  const ports = { login: await freePort(), vault: await freePort() }
  const urls = {
    login: `http://login.localhost:${ports.login}`,
    vault: `http://vault.localhost:${ports.vault}`,
  }
  const host = await servePages(import.meta.dirname, { login: 'LoginPage.ts' })
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const serviceToken = randomBytes(32).toString('hex')
  const api = await startApi({
    port: 0,
    logLevel: 'silent',
    serviceToken,
    projects: [{ id: projectId, name: 'Bench', origins: [host.url] }],
  })
  const mail = await startMail({ port: 0, smtpPort: 0 })
  const paired = pairLoginWithVault({ api: { url: api.url, serviceToken }, mail, ports, urls })
  const identity = await startIdentity({ port: 0, redirectOrigin: urls.login, now })
  const vault = await startVault({
    ...paired.vault,
    socials: identity.clients.vault,
    limits: { pageCallsPerMinute: many, shareCallsPerMinute: many, ...noWork },
    now,
  })
  const login = await startLogin({
    ...paired.login,
    pages,
    firstPartyProjects: [projectId],
    socials: identity.clients.login,
    limits: {
      ...{ mailsOfEmailPer30s: many, mailsOfEmailPerHour: many, mailsOfEmailPerDay: many },
      ...{ mailsOfClientPer10Min: many, mailsOfClientPerDay: many },
      ...noWork,
      mailsOfProjectPerHour: many,
      codesOfClient: many,
      callsOfDevicePerMinute: many,
      callsOfClientPerMinute: many,
      signsPerMinute: many,
    },
    now,
  })
  return {
    emptyUrl: host.emptyUrl,
    login,
    mail,
    /** The script of the site's page. */
    pageUrl: `${host.url}/login?login=${encodeURIComponent(urls.login)}`,
    urls,
    vault,
    /** Moves the servers' clocks forward, s. */
    pass(seconds: number) {
      aheadMs += seconds * 1000
    },
    async stop() {
      await Promise.allSettled([host.stop(), login.stop(), vault.stop()])
      await Promise.allSettled([api.stop(), identity.stop(), mail.stop()])
    },
  }
}
