import { eq } from 'drizzle-orm'
import type { Frame, Page } from 'playwright'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../server/database/schema.ts'
import {
  approveDevice,
  codeOf,
  connectKit,
  frameOf,
  inPage,
  type LoginSite,
  logIn,
  openDapp,
  secureProject,
  startLogin,
  testProject,
} from '../testLogin.test.kit.ts'
import { deviceDatabase } from '../worker/store/deviceStore.ts'
import { approveAnywhere } from './walletRequests.test.kit.ts'

const email = 'ann@example.org'
let site: LoginSite
/** Page of dapp A, logged in. */
let page: Page
let address: string
/** Every token that the login server sent. */
const tokens: string[] = []
const cookies: string[] = []

beforeAll(async () => {
  site = await startLogin()
  site.context.on('response', async (response) => {
    const cookie = await response.headerValue('set-cookie').catch(() => null)
    if (cookie !== null) cookies.push(`${response.url()} ${cookie}`)
    if (!response.url().endsWith('/v1/token') || response.status() !== 200) return
    const { accessToken, refreshToken } = (await response.json()) as Record<string, string>
    tokens.push(...[accessToken, refreshToken].filter((token) => token !== undefined))
  })
})
afterAll(() => site.stop())

/** The frame of a site, or the error page in its place. */
async function embed(opener: Page, src: string): Promise<string> {
  await opener.evaluate((address) => {
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
    Object.assign(window, { heard })
  }, src)
  const url = await urlOfFrame(opener, 2)
  // Time for a message that must not come.
  await opener.waitForTimeout(1_000)
  expect(await opener.evaluate('heard')).toEqual([])
  return url
}

/** The URL of the newest of `count` frames, once it shows a document or an error page. */
async function urlOfFrame(opener: Page, count: number): Promise<string> {
  const url = () => (opener.frames().length < count ? '' : opener.frames().at(-1)?.url())
  await expect.poll(url).toMatch(/^(?!about:)./)
  return url() ?? ''
}

/** Stops all timeouts of a second or longer in a document. */
const stopTimeouts = (place: Page | Frame) =>
  place.evaluate(() => {
    const start = setTimeout
    const never = (run: () => void, ms = 0) => (ms < 1_000 ? start(run, ms) : 0)
    Object.assign(globalThis, { setTimeout: never })
  })

const frameSrc = (of: string, pid = testProject) =>
  `${site.login}/frame?pid=${pid}&v=4#origin=${encodeURIComponent(of)}`

/** Reads the login origin's storage, partitioned by site. */
async function readDevice(frame: Frame) {
  return frame.evaluate(
    ({ key, name, table }) =>
      new Promise<{ deviceId: string; jkt: string; session?: object; pendingRevoke?: string[] }>(
        (resolve, reject) => {
          const request = indexedDB.open(name)
          request.onerror = () => reject(request.error)
          request.onsuccess = () => {
            const read = request.result.transaction(table).objectStore(table).get(key)
            read.onsuccess = () => {
              request.result.close()
              const { deviceId, jkt, pendingRevoke, session } = read.result ?? {}
              resolve({ deviceId, jkt, pendingRevoke, session })
            }
          }
        },
      ),
    deviceDatabase,
  )
}

test('has partitioned storage: the browser stores the data of the login origin separately under each site', async () => {
  const seen = []
  for (const dapp of [site.dappA, site.dappB]) {
    const opened = await openDapp(site.context, dapp, site)
    await inPage(opened, (kit) => kit.site.wallet.open().then((one) => one.ask('IS_CONNECTED', {})))
    const frame = await frameOf(opened, site.login)
    const before = await frame.evaluate(() => localStorage.getItem('mark'))
    await frame.evaluate((mark) => localStorage.setItem('mark', mark), dapp)
    seen.push([before, await frame.evaluate(() => document.hasStorageAccess())])
    await opened.close()
  }
  // Precondition of the other tests of this file.
  expect(seen).toEqual([
    [null, false],
    [null, false],
  ])
})

test('[T01] [T02] [T03] lets only sites of the project embed the frame, even when another page embeds such a site', async () => {
  const { port } = new URL(site.evil)
  const on = async (address: string, src: string) => {
    const opened = await site.context.newPage()
    await opened.goto(address)
    const url = await embed(opened, src)
    await opened.close()
    return [address, url.split('/', 1)[0]]
  }
  const nest = async () => {
    const opened = await site.context.newPage()
    await opened.goto(`${site.evil}/blank`)
    let url = ''
    for (const [index, src] of [`${site.dappA}/blank`, frameSrc(site.dappA)].entries()) {
      const parent = opened.frames().at(-1) as Frame
      await parent.waitForLoadState()
      await parent.evaluate((address) => {
        const frame = document.createElement('iframe')
        frame.src = address
        document.body.append(frame)
      }, src)
      url = await urlOfFrame(opened, index + 2)
    }
    await opened.close()
    return ['nested', url.split('/', 1)[0]]
  }
  const hosts = ['evil', 'evil-dapp-a', 'dapp-a.evil'].map(
    (host) => `http://${host}.localhost:${port}/blank`,
  )
  // The right name on another port is another site.
  const otherPort = `http://dapp-a.localhost:${new URL(site.mail.url).port}/`
  const seen = await Promise.all([
    ...[...hosts, otherPort].map((address) => on(address, frameSrc(site.dappA))),
    on(`${site.dappA}/blank`, frameSrc(site.dappA, 'nobody')),
    // By http, where the project lists https.
    on(`${site.dappA}/blank`, frameSrc(site.dappA, secureProject)),
    nest(),
  ])
  for (const [address, url] of seen) expect(url, address).toBe('chrome-error:')
  const answer = await fetch(
    `${site.login}/frame?pid=nobody`.replace('login.localhost', '127.0.0.1'),
  )
  expect(answer.status).toBe(401)
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await answer.text()).toContain('Unauthorized: invalid key')
})

test('[7.1] [7.2] [7.3] [7.6] [7.8] [9.26] needs link and code for a new address, and creates a wallet with an address on both chains', async () => {
  page = await openDapp(site.context, site.dappA, site)
  expect(
    await inPage(page, (kit) => kit.site.wallet.open().then((one) => one.ask('IS_CONNECTED', {}))),
  ).toEqual({ isConnected: false })
  expect(await logIn(page, site, { email })).toBe('VERIFY_DEVICE')
  const accounts = await connectKit(page)
  address = accounts.eip155
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(accounts.solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const user = await inPage(page, (kit) =>
    kit.site.wallet.open().then((one) => one.ask('GET_USER', {})),
  )
  expect(user).toMatchObject({ email, preferredAccountType: 'eoa' })
})

test("[4.10] [7.9] [7.10] [7.16] serves only the login site's own networks; a site that asks for a smart account gets an EOA", async () => {
  const ask = (type: 'SWITCH_NETWORK', chainId: string) =>
    inPage(
      page,
      (kit, [name, id]) =>
        kit.site.wallet
          .open()
          .then((one) => one.ask(name, { chainId: id }))
          .catch((error: { code: string }) => error.code),
      [type, chainId] as const,
    )
  expect(await ask('SWITCH_NETWORK', 'eip155:31338')).toEqual({ chainId: 'eip155:31338' })
  expect(await ask('SWITCH_NETWORK', 'eip155:424242')).toBe('chain-unrecognised')
  expect(
    await inPage(page, (kit) => kit.site.wallet.open().then((one) => one.ask('GET_CHAIN_ID', {}))),
  ).toEqual({ chainId: 'eip155:31338' })
  expect(await ask('SWITCH_NETWORK', 'eip155:31337')).toEqual({ chainId: 'eip155:31337' })
  expect(await inPage(page, (kit) => kit.site.wallet.setPreferredAccount('smartAccount'))).toBe(
    'eoa',
  )
  expect(await inPage(page, (kit) => kit.site.wallet.getSmartAccountNetworks())).toEqual([])
})

test('[8.16] rejects login methods that the login site does not offer, with the message "method not supported"', async () => {
  const refused = await inPage(page, async (kit) => {
    const { login } = kit.site.wallet
    return login.getFarcasterUri().catch((error: { message: string }) => error.message)
  })
  expect(refused).toBe('method not supported')
})

test('[T78] sets no cookie, and refuses a form posted by another site', async () => {
  expect(cookies).toEqual([])
  const frame = await frameOf(page, site.login)
  expect(await frame.evaluate(() => document.cookie)).toBe('')
  const evil = await site.context.newPage()
  await evil.goto(`${site.evil}/blank`)
  const [answer] = await Promise.all([
    evil.waitForResponse((response) => response.url().endsWith('/v1/account/sign-out-everywhere')),
    evil.evaluate((action) => {
      const form = document.createElement('form')
      Object.assign(form, { action, method: 'post', enctype: 'text/plain' })
      document.body.append(form)
      form.submit()
    }, `${site.login}/v1/account/sign-out-everywhere`),
  ])
  expect(answer.status()).toBe(403)
  await evil.close()
})

test('[T82] exposes no key to a script in the frame, neither in memory nor in storage', async () => {
  const frame = await frameOf(page, site.login)
  expect(tokens.length).toBeGreaterThanOrEqual(2)
  const { exported, text } = await frame.evaluate(async ({ name }) => {
    const found: unknown[] = []
    const exports: string[] = []
    const databases = await indexedDB.databases()
    for (const one of databases) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(one.name as string)
        request.onsuccess = () => resolve(request.result)
      })
      for (const table of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const read = database.transaction(table).objectStore(table).getAll()
          read.onsuccess = () => resolve(read.result)
        })
        found.push(...all)
      }
      database.close()
    }
    const keys: CryptoKey[] = []
    const walk = (value: unknown): unknown => {
      if (value instanceof CryptoKey) {
        keys.push(value)
        return `key ${value.type}`
      }
      if (value instanceof Uint8Array)
        return [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      if (Array.isArray(value)) return value.map(walk)
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]))
      return value
    }
    const plain = walk(found)
    for (const key of keys.filter(({ type }) => type !== 'public'))
      for (const format of ['raw', 'pkcs8', 'jwk'] as const)
        await crypto.subtle.exportKey(format, key).then(
          () => exports.push('exported'),
          (error: Error) => exports.push(error.name),
        )
    const cached = await caches.keys()
    return {
      exported: exports,
      text: JSON.stringify([name, plain, { ...localStorage }, { ...sessionStorage }, cached]),
    }
  }, deviceDatabase)
  expect(exported.length).toBeGreaterThanOrEqual(6)
  expect(new Set(exported).has('exported')).toBe(false)
  expect(exported).toContain('InvalidAccessError')
  expect(text).toContain('key private')
  const toHex = (one: string) => Buffer.from(one).toString('hex')
  for (const token of tokens) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(toHex(token))
  }
  // The site itself stores nothing but what it was sent.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  for (const token of tokens) expect(kept).not.toContain(token)
})

test('[7.18] [4.2] restores the wallet after a reload, ready to sign', async () => {
  const device = await readDevice(await frameOf(page, site.login))
  for (let turn = 0; turn < 3; turn++) {
    await page.reload()
    await page.waitForFunction(() => 'kit' in window)
    const status = await inPage(
      page,
      async (kit, given) => {
        kit.site = kit.makeSite(given)
        const { foyer } = kit.site
        while (foyer.store.get().phase !== 'ready')
          await new Promise((resolve) => setTimeout(resolve, 20))
        const { connections } = foyer.store.get()
        return [connections.eip155, connections.solana].map(
          (one) => one?.status === 'connected' && one.address,
        )
      },
      { loginUrl: site.login, projectId: testProject },
    )
    expect(status[0]).toBe(address)
    expect(status[1]).not.toBe(false)
  }
  // Logged in already: nothing is mailed.
  expect(await logIn(page, site, { email })).toBe('CONNECT')
  expect(await readDevice(await frameOf(page, site.login))).toMatchObject({
    deviceId: device.deviceId,
    jkt: device.jkt,
  })
})

/** Ends the browser of a site on the page `/security`, after a login and a step-up there. */
async function endBrowserOn(dapp: string): Promise<void> {
  const { mail } = site
  const newest = (sender?: 'vault') =>
    mail.inbox(email).find((one) => sender === undefined || one.sender === sender)?.receivedAt ?? 0
  const security = await site.context.newPage()
  await security.goto(`${site.login}/security`)
  await security.getByLabel('Email address').fill(email)
  const before = newest()
  await site.forgetMails()
  await security.getByRole('button', { name: 'Continue with email' }).click()
  await security.getByRole('heading', { name: 'Approve this browser' }).waitFor()
  await approveDevice(site, { email, after: before })
  const code = security.getByLabel('Code of six digits')
  await code.fill(await codeOf(mail, { email, after: newest('vault') }))
  const devices = security.getByRole('list', { name: 'Browsers' })
  await devices.getByRole('button', { name: new URL(dapp).host }).click()
  const asked = newest()
  await security.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await code.fill(await codeOf(mail, { email, after: asked }))
  await security.getByText('That browser is ended.').waitFor()
  await security.close()
}

/** Signs a message on a site, which its user approves. @returns The signature, or the error's code. */
async function signOn(opened: Page, message: string): Promise<string> {
  const signing = inPage(
    opened,
    (kit, text) =>
      kit
        .signMessage(kit.site.foyer, { message: text })
        .catch((error: { code: string }) => error.code),
    message,
  )
  await approveAnywhere(opened, site)
  return signing
}

test('[T90] treats another site as another device with the same addresses; revoking one leaves the other able to sign', async () => {
  const other = await openDapp(site.context, site.dappB, site)
  expect(await logIn(other, site, { email })).toBe('VERIFY_DEVICE')
  expect((await connectKit(other)).eip155).toBe(address)
  const [a, b] = await Promise.all(
    [page, other].map(async (one) => readDevice(await frameOf(one, site.login))),
  )
  expect(a?.deviceId).not.toBe(b?.deviceId)
  expect(a?.jkt).not.toBe(b?.jkt)
  expect(await signOn(other, 'before')).toMatch(/^0x[0-9a-f]{130}$/)
  await endBrowserOn(site.dappB)
  expect(await signOn(other, 'after')).toBe('unauthorized')
  await other.close()
  const signature = (await signOn(page, 'still here')) as `0x${string}`
  const given = { address: address as `0x${string}`, message: 'still here', signature }
  expect(await verifyMessage(given)).toBe(true)
})

test('[T103] embeds, logs in and signs on a cross-origin isolated site', async () => {
  const isolated = await openDapp(site.context, site.dappB, { ...site, path: '/isolated' })
  expect(await isolated.evaluate(() => crossOriginIsolated)).toBe(true)
  await logIn(isolated, site, { email })
  expect((await connectKit(isolated)).eip155).toBe(address)
  const signing = inPage(isolated, (kit) => kit.signMessage(kit.site.foyer, { message: 'apart' }))
  await approveAnywhere(isolated, site)
  expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)
  await isolated.close()
})

test('reports a session that the server ended, and shows the login again', async () => {
  const other = await openDapp(site.context, site.dappB, site)
  await logIn(other, site, { email })
  await connectKit(other)
  const { jkt } = await readDevice(await frameOf(other, site.login))
  await site.queries
    .update(sessions)
    .set({ revokedAt: Date.now() as never })
    .where(eq(sessions.jkt, jkt))
  const failed = await inPage(other, (kit) =>
    kit.site.wallet
      .open()
      .then((one) => one.ask('RPC_REQUEST', { method: 'eth_blockNumber', params: [] }))
      .then(String, (error: { code: string }) => error.code),
  )
  expect(failed).toBe('not-connected')
  const after = await inPage(other, (kit) => {
    const { connections } = kit.site.foyer.store.get()
    return [connections.eip155?.status, connections.solana?.status]
  })
  expect(after).toEqual(['disconnected', 'disconnected'])
  await other.close()
})

test('[T79] [9.4] [7.7] [4.9] signs out at once even if the server hangs, and notifies the server later', async () => {
  const frame = await frameOf(page, site.login)
  const { jkt } = await readDevice(frame)
  const [live] = await site.queries.select().from(sessions).where(eq(sessions.jkt, jkt))
  let asked = 0
  await site.context.route('**/v1/token/revoke', () => {
    asked += 1
  })
  // No timeout ends the sign-out, neither the page's nor the frame's.
  for (const place of [page, frame]) await stopTimeouts(place)
  await inPage(page, (kit) => kit.disconnect(kit.site.foyer))
  expect(await readDevice(frame)).toMatchObject({
    session: undefined,
    pendingRevoke: expect.arrayContaining([live?.sid]),
  })
  // The browser reports the end of a worker on its own.
  await expect.poll(() => page.workers()).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(email)
  await expect.poll(() => asked).toBeGreaterThan(0)
  await site.context.unroute('**/v1/token/revoke')

  await page.reload()
  await page.waitForFunction(() => 'kit' in window)
  const isConnected = await inPage(
    page,
    (kit, given) => {
      kit.site = kit.makeSite(given)
      return kit.site.wallet.open().then((one) => one.ask('IS_CONNECTED', {}))
    },
    { loginUrl: site.login, projectId: testProject },
  )
  expect(isConnected).toEqual({ isConnected: false })
  const again = await readDevice(await frameOf(page, site.login))
  expect(again.pendingRevoke).toBeUndefined()
  // The device stays: the next login needs no link.
  expect(again.jkt).toBe(jkt)
  const [ended] = await site.queries
    .select()
    .from(sessions)
    .where(eq(sessions.sid, live?.sid ?? ''))
  expect(ended === undefined || ended.revokedAt !== null).toBe(true)
})

test('[T104] does not run a modified file of the login site', async () => {
  const swap = async (name: string, act: (other: Page) => Promise<void>) => {
    await site.context.route(`**/assets/${name}-*.js`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'self.swapped = true',
      }),
    )
    const other = await site.context.newPage()
    await act(other)
    await other.close()
    await site.context.unroute(`**/assets/${name}-*.js`)
  }
  await swap('frame', async (other) => {
    await other.goto(`${site.dappA}/blank`)
    // The frame is empty.
    expect(await embed(other, frameSrc(site.dappA))).toMatch(/^http:\/\/login\.localhost/)
    expect(await (await frameOf(other, site.login)).evaluate(() => 'swapped' in self)).toBe(false)
  })
  await swap('vault.worker', async (other) => {
    await other.goto(site.dappA)
    await other.waitForFunction(() => 'kit' in window)
    const failed = await inPage(
      other,
      (kit, given) =>
        kit
          .makeSite(given)
          .wallet.open()
          .then((one) => one.ask('IS_CONNECTED', {}))
          .then(String, (error: { code: string }) => error.code),
      { loginUrl: site.login, projectId: testProject },
    )
    expect(failed).toBe('something-went-wrong')
    await expect.poll(() => other.workers()).toEqual([])
    expect(await (await frameOf(other, site.login)).locator('body').textContent()).toContain(
      'could not be loaded',
    )
  })
  await swap('approve', async (other) => {
    await other.goto(site.dappA)
    await other.waitForFunction(() => 'kit' in window)
    await inPage(
      other,
      (kit, given) => {
        kit.site = kit.makeSite(given)
      },
      { loginUrl: site.login, projectId: testProject },
    )
    // The device is known: no link.
    expect(await logIn(other, site, { email })).toBe('VERIFY_OTP')
    await connectKit(other)
    const failed = await inPage(other, (kit) =>
      kit
        .signMessage(kit.site.foyer, { message: 'unseen' })
        .then(String, (error: { code: string }) => error.code),
    )
    expect(failed).toBe('something-went-wrong')
    expect(await (await frameOf(other, site.login)).evaluate(() => 'swapped' in self)).toBe(false)
  })
})

test('[7.12] changes the e-mail address with a code to the old address and a code to the new one', async () => {
  const other = await openDapp(site.context, site.dappB, site)
  const [before, after] = ['carl@example.org', 'carl-new@example.org']
  await logIn(other, site, { email: before })
  await connectKit(other)
  const since = site.mail.inbox(before)[0]?.receivedAt ?? 0
  expect(
    await inPage(other, (kit, to) => kit.site.wallet.login.updateEmail({ email: to }), after),
  ).toBe('VERIFY_PRIMARY_OTP')
  const primary = await codeOf(site.mail, { email: before, after: since })
  await inPage(other, (kit, otp) => kit.site.wallet.login.updateEmailPrimaryOtp({ otp }), primary)
  const secondary = await codeOf(site.mail, { email: after, after: 0 })
  await site.forgetMails()
  const reply = await inPage(
    other,
    (kit, otp) => kit.site.wallet.login.updateEmailSecondaryOtp({ otp }),
    secondary,
  )
  expect(reply.email).toBe(after)
  const user = await inPage(other, (kit) =>
    kit.site.wallet.open().then((one) => one.ask('GET_USER', {})),
  )
  expect(user.email).toBe(after)
  await other.close()
})

test('[T91] keeps the login until the page is closed when the browser denies storage to the frame', async () => {
  const context = await site.openBrowser('playwright')
  const denied = await openDapp(context, site.dappA, site)
  const before = await denied.evaluate(() => Object.keys(localStorage))
  await logIn(denied, site, { email, context })
  expect((await connectKit(denied)).eip155).toBe(address)
  const frame = await frameOf(denied, site.login)
  const storage = await frame.evaluate(async () => {
    try {
      return (await indexedDB.databases()).length === 0 ? 'nothing' : 'kept'
    } catch {
      return 'nothing'
    }
  })
  expect(storage).toBe('nothing')
  const signing = inPage(denied, (kit) => kit.signMessage(kit.site.foyer, { message: 'here' }))
  await approveAnywhere(denied, { ...site, context })
  expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)
  const kept = await denied.evaluate(() => ({ ...localStorage }))
  const own = Object.keys(kept).filter((name) => !before.includes(name))
  expect(own.every((name) => name.startsWith('foyer.'))).toBe(true)
  for (const token of tokens) expect(JSON.stringify(kept)).not.toContain(token)
  await denied.reload()
  await denied.waitForFunction(() => 'kit' in window)
  const isConnected = await inPage(
    denied,
    (kit, given) =>
      kit
        .makeSite(given)
        .wallet.open()
        .then((one) => one.ask('IS_CONNECTED', {})),
    { loginUrl: site.login, projectId: testProject },
  )
  expect(isConnected).toEqual({ isConnected: false })
})
