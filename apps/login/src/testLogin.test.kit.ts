import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  challengeOf,
  type DevMail,
  freePort,
  type MailMessage,
  pairLoginWithVault,
  startChallenge,
  startMail,
} from '@foyer/devnet'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { openProfile } from '@foyer/devnet/chromium'
import { bundleScripts } from '@foyer/devnet/serveSites'
import { waitMs } from '@foyer/devnet/waitMs'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { start as startVault } from '@foyer/vault'
import { sql } from 'drizzle-orm'
import type { BrowserContext, Frame, JSHandle, Page } from 'playwright'
import type { Boot } from './boot.ts'
import { buildPages } from './build/buildPages.ts'
import { sourcesKey } from './build/sourcesKey.ts'
import { type Queries, shape } from './server/database/database.ts'
import { start } from './server/start.ts'
import type { Kit } from './testDapp.test.kit.ts'

/** The operator's own: more may be approved inside of its frame. */
export const testProject = 'test-project'
/** Anybody's. */
export const otherProject = 'other-project'
/** Lists the same sites, but by `https`. */
export const secureProject = 'secure-project'

/** The built pages of these sources; tests at the same time share them. */
export async function builtPages(): Promise<string> {
  const cache = fileURLToPath(new URL('../dist', import.meta.url))
  const key = await sourcesKey()
  const folder = join(cache, `test-pages-${key}`)
  await buildPages(folder)
  for (const name of await readdir(cache))
    if (/^test-pages-[0-9a-f]{16}$/.test(name) && !name.endsWith(key)) await keepFor(cache, name)
  return folder
}

/** Another test may still be running on the sources of a minute ago. */
async function keepFor(cache: string, name: string): Promise<void> {
  const path = join(cache, name)
  const { stat } = await import('node:fs/promises')
  const found = await stat(path).catch(() => undefined)
  if (found && Date.now() - found.mtimeMs > 30 * 60_000)
    await rm(path, { recursive: true, force: true })
}

async function listenAt(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The vault's tables, as far as a test looks at them: only their migrations. */
const vaultShape = {
  name: 'vault',
  schema: {},
  migrations: new URL('../../vault/migrations/', import.meta.url),
  urlVariable: '',
}

/** The api's answers to the login server: the projects, and the chains of the test. */
function startApi(chains: ReadonlyMap<string, string>, origins: () => readonly string[]): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://api')
    const answer = (status: number, body: string) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body)
    }
    if (url.pathname.startsWith('/internal/projects/')) {
      const id = url.pathname.split('/').at(-1) ?? ''
      if (![testProject, otherProject, secureProject].includes(id)) {
        const error = { code: 'resource-not-found', message: 'no', field: 'projectId' }
        return answer(404, JSON.stringify({ error }))
      }
      const origin = url.searchParams.get('origin')
      const allowedOrigins =
        id === secureProject
          ? origins().map((one) => one.replace('http:', 'https:'))
          : [...origins()]
      const project = {
        id,
        name: 'Test project',
        allowedOrigins,
        isDevelopment: false,
        isDisabled: false,
        ...(origin !== null && { isOriginAllowed: allowedOrigins.includes(origin) }),
      }
      return answer(200, JSON.stringify(project))
    }
    const chain = chains.get(url.searchParams.get('chainId') ?? '')
    if (chain === undefined)
      return answer(400, JSON.stringify({ error: { code: 'chain-unsupported', message: 'no' } }))
    bodyOf(request)
      .then((body) =>
        fetch(chain, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
      )
      .then(async (asked) => answer(asked.status, await asked.text()))
      .catch((cause) => {
        console.error('the node of a test did not answer', cause)
        answer(502, '{}')
      })
  })
}

/** Real servers, real mail, real origins, and a Chromium as users have it. */
export type LoginSite = {
  readonly dappA: string
  readonly dappB: string
  readonly evil: string
  readonly login: string
  readonly vault: string
  readonly mail: DevMail
  readonly context: BrowserContext
  /** The login server's rows. */
  readonly queries: Queries
  /** Paths requested from the evil site. */
  readonly evilHits: string[]
  /** Opens another browser, of another user or on another machine. */
  openBrowser(flags?: 'playwright'): Promise<BrowserContext>
  /** The vault mails an address once in 30 s: tests are quicker than people. */
  forgetMails(): Promise<void>
  /** Ends the login server; `restart` starts it on the same data and port. */
  stopLogin(): Promise<void>
  restartLogin(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts mail, vault, login server and sites. One per file: it takes seconds.
 * @param options.chains - JSON-RPC addresses by CAIP-2 id.
 */
export async function startLogin({
  chains = new Map(),
  hasChallenge = false,
  isWhole = true,
  limits,
  smartAccounts,
  sponsor,
  vaultLimits,
}: {
  chains?: ReadonlyMap<string, string>
  /** The devnet's challenge stands before mails, at both servers. */
  hasChallenge?: boolean
  /** False: a Chromium that blocks no popup, which starts sooner. @default true */
  isWhole?: boolean
  smartAccounts?: start.Options['smartAccounts']
  sponsor?: start.Options['sponsor']
  limits?: start.Options['limits']
  vaultLimits?: startVault.Options['limits']
} = {}): Promise<LoginSite> {
  const stops: (() => Promise<unknown>)[] = []
  const closeLater = (server: Server) =>
    stops.push(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
  const [pages, files, mail, database, vaultDatabase] = await Promise.all([
    builtPages(),
    bundleScripts({ dapp: new URL('./testDapp.test.kit.ts', import.meta.url) }),
    startMail({ port: 0, smtpPort: 0 }),
    openTestDatabase(shape, 'PGlite'),
    openTestDatabase(vaultShape, 'PGlite'),
  ])
  stops.push(
    () => mail.stop(),
    () => database.close(),
    () => vaultDatabase.close(),
  )

  const evilHits: string[] = []
  const sites = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const isEvil = request.headers.host?.startsWith('evil') === true
    if (isEvil) evilHits.push(pathname)
    const file = files.get(pathname.slice(1))
    const isIsolated = pathname === '/isolated' || request.headers.referer?.endsWith('/isolated')
    response.writeHead(200, {
      'content-type': file === undefined ? 'text/html' : 'text/javascript',
      'cache-control': 'no-store',
      ...(isIsolated && {
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
    })
    const script = pathname === '/blank' ? '' : '<script type="module" src="/dapp.js"></script>'
    response.end(
      file ??
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>test</title><body>${script}</body></html>`,
    )
  })
  const sitePort = await listenAt(sites)
  closeLater(sites)
  const [dappA, dappB, evil] = ['dapp-a', 'dapp-b', 'evil'].map(
    (name) => `http://${name}.localhost:${sitePort}`,
  ) as [string, string, string]
  const api = startApi(chains, () => [dappA, dappB])
  const apiPort = await listenAt(api)
  closeLater(api)

  const [loginPort, vaultPort] = [await freePort(), await freePort()]
  const [login, vault] = [
    `http://login.localhost:${loginPort}`,
    `http://vault.localhost:${vaultPort}`,
  ]
  const served = hasChallenge ? await startChallenge({ port: 0, loginOrigin: login }) : undefined
  stops.push(async () => served?.stop())
  const challenge = served && challengeOf(served.port)
  const paired = pairLoginWithVault({
    api: { url: `http://127.0.0.1:${apiPort}`, serviceToken: randomBytes(32).toString('hex') },
    mail,
    ports: { login: loginPort, vault: vaultPort },
    urls: { login, vault },
  })
  const loginOptions: start.Options = {
    ...paired.login,
    // It outlives a restart of the server.
    database: { kind: 'open', database: { ...database, close: async () => {} } },
    pages,
    firstPartyProjects: [testProject],
    networks: testNetworks,
    smartAccounts,
    sponsor,
    challenge,
    // Tests are quicker than people.
    limits: {
      ...{ mailsOfEmailPer30s: 1000, mailsOfEmailPerHour: 1000, mailsOfEmailPerDay: 1000 },
      ...{ mailsOfClientPer10Min: 1000, mailsOfClientPerDay: 1000 },
      ...{
        mailsBeforeWorkOfAddress: 1000,
        mailsBeforeWorkOfNetwork: 1000,
        mailsBeforeWorkOfAll: 1000,
      },
      recoveriesPerDay: 100,
      rpcPerMinute: 60_000,
      rpcPerSecond: 1000,
      ...limits,
    },
    logLevel: process.env.FOYER_TEST_LOG === 'on' ? 'debug' : 'silent',
  }
  const starting = startVault({
    ...paired.vault,
    challenge,
    database: { kind: 'open', database: { ...vaultDatabase, close: async () => {} } as never },
    limits: {
      releasesPerUserPerDay: 100,
      ...{
        mailsBeforeWorkOfAddress: 1000,
        mailsBeforeWorkOfNetwork: 1000,
        mailsBeforeWorkOfAll: 1000,
      },
      ...vaultLimits,
    },
    logLevel: process.env.FOYER_TEST_LOG === 'on' ? 'debug' : 'silent',
  })
  let server = await start(loginOptions)
  stops.push(() => server.stop())
  const vaultServer = await starting
  stops.push(() => vaultServer.stop())

  const openBrowser = async (kind?: 'playwright') => {
    const hasPartitions = kind !== 'playwright'
    const { close, context } = await openProfile({ hasPartitions, isWhole })
    stops.push(close)
    return context
  }
  const context = await openBrowser()
  return {
    ...{ context, dappA, dappB, evil, evilHits, login, mail, openBrowser, vault },
    queries: database.queries,
    forgetMails: async () => void (await vaultDatabase.queries.execute(sql`delete from b_rates`)),
    stopLogin: () => server.stop(),
    async restartLogin() {
      await server.stop()
      server = await start(loginOptions)
    },
    async stop() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

/** The chains of the devnet, as the login site names them. */
const testNetworks: Boot['networks'] = [
  { id: 'eip155:31337', name: 'Foyer Devnet', symbol: 'ETH', decimals: 18 },
  { id: 'eip155:31338', name: 'Foyer Devnet Two', symbol: 'ETH', decimals: 18 },
  {
    id: 'solana:6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6',
    name: 'Foyer Solana',
    symbol: 'SOL',
    decimals: 9,
  },
]

/** Runs in a page of a site, with its kit. */
export async function inPage<result, given = undefined>(
  page: Page,
  run: (kit: Kit, given: given) => result | Promise<result>,
  given?: given,
): Promise<result> {
  const kit = (await page.evaluateHandle('kit')) as JSHandle<Kit>
  const answer = kit.evaluate(run as never, given) as Promise<result>
  return inTime(answer, () => `The page has not answered ${run}.`)
}

/** Names what hangs, before a test's own limit ends the test without a word. */
async function inTime<value>(awaited: Promise<value>, say: () => string): Promise<value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(say())), waitMs)
  })
  return Promise.race([awaited, late]).finally(() => clearTimeout(timer))
}

/** A page of a site with the kit ready on it. */
export async function openDapp(
  context: BrowserContext,
  site: string,
  {
    login,
    path = '/',
    projectId = testProject,
  }: { login: string; path?: string; projectId?: string },
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site}${path}`)
  await page.waitForFunction(() => 'kit' in window)
  await inPage(
    page,
    (kit, given) => {
      kit.site = kit.makeSite(given)
    },
    { loginUrl: login, projectId },
  )
  return page
}

/** Waits for the frame of the login site in a page. */
export async function frameOf(page: Page, login: string): Promise<Frame> {
  for (const until = Date.now() + waitMs; Date.now() < until; ) {
    const frame = page.frames().find((one) => one.url().startsWith(`${login}/frame`))
    if (frame) return frame
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`No frame of ${login} in ${page.url()}.`)
}

/** Opens the link of the vault's mail and approves the device. */
export async function approveDevice(
  { context, mail }: Pick<LoginSite, 'mail'> & { context: BrowserContext },
  { after = 0, email }: { email: string; after?: number },
): Promise<void> {
  const isDeviceLink = (link: string) => link.includes('/device#t=')
  const { links } = await mail.waitFor(email, {
    after,
    filter: (one) => one.links.some(isDeviceLink),
  })
  const link = links.find(isDeviceLink) as string
  const page = await context.newPage()
  await page.goto(link)
  await page.locator('#approve').click()
  await page.waitForFunction(() => document.title.includes('approved'))
  await page.close()
}

/**
 * Logs in by e-mail as a user does: address, link, code.
 * @returns What the first answer was.
 */
export async function logIn(
  page: Page,
  site: Pick<LoginSite, 'forgetMails' | 'mail'>,
  { context = page.context(), email }: { email: string; context?: BrowserContext },
): Promise<'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'> {
  const before = site.mail.inbox(email)[0]?.receivedAt ?? 0
  await site.forgetMails()
  const { action } = await inPage(
    page,
    (kit, given) => kit.site.wallet.login.connectEmail({ email: given }),
    email,
  )
  if (action === 'CONNECT') return action
  let since = before
  if (action === 'VERIFY_DEVICE') {
    const waiting = inPage(page, (kit) => kit.site.wallet.login.connectDevice())
    await approveDevice({ context, mail: site.mail }, { email, after: before })
    await waiting
    since = site.mail.inbox(email).find(({ sender }) => sender === 'vault')?.receivedAt ?? before
  }
  const otp = await codeOf(site.mail, { email, after: since })
  await inPage(page, (kit, given) => kit.site.wallet.login.connectOtp({ otp: given }), otp)
  return action
}

/** The newest code that the login server mailed. */
export async function codeOf(
  mail: DevMail,
  { after, email }: { after: number; email: string },
): Promise<string> {
  const filter = ({ codes, sender }: MailMessage) => sender === 'login' && codes.length > 0
  return (await mail.waitFor(email, { after, filter })).codes[0] as string
}

/** Connects the kit after a login. @returns The account's address by namespace. */
export async function connectKit(page: Page): Promise<{ eip155: string; solana: string }> {
  return inPage(page, async (kit) => {
    const { foyer, wallet } = kit.site
    await kit.connect(foyer, { connector: wallet, namespace: 'eip155' })
    const { connections } = foyer.store.get()
    const read = (namespace: 'eip155' | 'solana') => {
      const connection = connections[namespace]
      return connection?.status === 'connected' ? connection.address : ''
    }
    return { eip155: read('eip155'), solana: read('solana') }
  })
}

/** The request that the frame, or a window of the login site, shows. */
export function cardOf(place: Page | Frame) {
  return place.locator('.approval-card')
}

/**
 * Approves as a user does: reads to the end, moves the pointer to the button, presses, holds where required, and
 * presses again when asked, or when a press did not count because a busy machine answered late.
 */
export async function approveOn(page: Page, place: Page | Frame): Promise<void> {
  await place.locator('.approval-approve').waitFor()
  // Each request has buttons of its own, which are disabled once it is decided.
  const reject = await place.locator('.approval-buttons > button').first().elementHandle()
  const isDecided = async () => {
    if (page.isClosed()) return true
    const state = reject?.evaluate((one) => !one.isConnected || one.ariaDisabled === 'true')
    // Its document is gone.
    return state?.catch(() => true)
  }
  let cause: unknown
  for (const until = Date.now() + waitMs; Date.now() < until; ) {
    await pressOnce(page, place).catch((error: unknown) => {
      cause = error
    })
    for (let looks = 0; looks < 40; looks++) {
      if (await isDecided()) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const text = await place.locator('.approval-card').innerText()
  throw new Error(`It can not be approved: ${text}`, { cause })
}

/** Presses once, if the button opens. @throws Error when it does not, or is gone. */
async function pressOnce(page: Page, place: Page | Frame): Promise<void> {
  const area = place.locator('.approval-approve')
  const timeout = 2_000
  await place
    .locator('.approval-scroll')
    .evaluate((scroll) => scroll.scrollTo({ top: scroll.scrollHeight }), undefined, { timeout })
  // The frame grows while the card is being drawn.
  const box = await area.boundingBox({ timeout })
  if (!box) throw new Error('The button that approves is not shown.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 10, y - 10, { steps: 3 })
  await new Promise((resolve) => setTimeout(resolve, 600))
  await page.mouse.move(x, y, { steps: 3 })
  await place.locator('.approval-approve[data-open="true"]').waitFor({ timeout })
  const hold = /hold|again/i.test(await area.innerText({ timeout }))
  await page.mouse.down()
  await new Promise((resolve) => setTimeout(resolve, hold ? 1_000 : 50))
  await page.mouse.up()
}

/** Rejects the shown request. */
export async function rejectOn(place: Page | Frame): Promise<void> {
  await place.locator('.approval-buttons button').first().click()
}
