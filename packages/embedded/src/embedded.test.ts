import type { FrameMessageType } from '@foyer/protocol/frame'
import type { Frame, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { embedded } from './embedded.ts'
import type { Kit } from './testHostPage.test.kit.ts'
import { recoverPersonal, verifySolana } from './testKeys.test.kit.ts'
import { frameOf, type Sites, startSites } from './testSites.test.kit.ts'

declare const kit: Kit
declare const push: (type: string, payload: object) => void
declare const seen: {
  asked: string[]
  signed: number
  aborted: number
  sentMails: number
  devicePolls: number
  readyAt: number
  firstAt: number
}

let sites: Sites
let page: Page
let faults: string[]

beforeAll(async () => {
  sites = await startSites()
})
afterAll(() => sites?.stop())
beforeEach(async () => {
  faults = []
  page = await sites.context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(sites.dappA)
})
afterEach(async () => {
  // Sign out on both sides.
  await page.evaluate(() => localStorage.clear())
  for (const frame of page.frames())
    if (frame.url().startsWith(sites.login))
      await frame.evaluate(() => localStorage.clear()).catch(() => {})
  await page.close()
  expect(faults).toEqual([])
})

/** The instance on the page; restores only an earlier connection. */
async function makeSite({
  mode = '',
  ...more
}: Partial<embedded.Options> & { mode?: string } = {}) {
  await page.evaluate(
    (options) => {
      kit.site = kit.makeSite(options)
    },
    { loginUrl: `${sites.login}${mode}`, projectId: 'p', readyDelayMs: 0, ...more },
  )
}

/** Opens the page again with a clock that moves only when told, until the test ends. */
async function stopClock() {
  await page.clock.install()
  onTestFinished(() => page.clock.resume())
  await page.goto(sites.dappA)
  await page.clock.pauseAt(Date.now() + 60_000)
}

const connect = (chainId: 'eip155:1' | 'eip155:10' = 'eip155:1') =>
  page.evaluate(async (chainId) => {
    const { foyer, wallet } = kit.site as NonNullable<Kit['site']>
    await kit.connect(foyer, { connector: wallet, chainId })
  }, chainId)

/** Logs in by e-mail and connects. */
async function connected(options: Parameters<typeof makeSite>[0] = {}): Promise<Frame> {
  await makeSite(options)
  await page.evaluate(() => kit.site?.wallet.login.connectEmail({ email: 'here@example.org' }))
  await connect()
  return frameOf(page, sites.login)
}

const statuses = () =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(kit.site?.foyer.store.get().connections ?? {}).map(([key, one]) => [
        key,
        one.status === 'connected' ? one.address : one.status,
      ]),
    ),
  )
const received = (name: string) =>
  page.evaluate(
    (name) =>
      kit.site?.received
        .filter((one) => one.name === name)
        .map(({ event }) => JSON.parse(JSON.stringify(event ?? null))),
    name,
  )
const alertTitles = () =>
  page.evaluate(() => kit.site?.foyer.store.get().alerts.map(({ title }) => title))

/** Sends a request to the connected wallet; returns an error as code and message. */
const ask = (method: string, params?: unknown, namespace: 'eip155' | 'solana' = 'eip155') =>
  page.evaluate(
    async ({ method, namespace, params }) => {
      const connection = kit.site?.foyer.store.get().connections[namespace]
      if (connection?.status !== 'connected') return 'not connected'
      return connection.provider
        .request({ method, params })
        .catch(({ code, message }) => [code, message])
    },
    { method, namespace, params },
  )
const isShown = () => page.evaluate(() => document.querySelector('dialog')?.open)
const login = <value>(run: (site: NonNullable<Kit['site']>) => Promise<value>) =>
  page.evaluate(async (code) => {
    const run = new Function(`return (${code})`)() as (site: unknown) => Promise<value>
    return run(kit.site).then(
      (value) => ({ value }) as { value?: value; error?: unknown },
      ({ code, details, message, rpcCode }) => ({ error: { code, details, message, rpcCode } }),
    ) as Promise<{ value?: value; error?: unknown }>
  }, String(run))

test("the test browser partitions storage by site, like users' browsers", async () => {
  const ids = []
  for (const dapp of [sites.dappA, sites.dappB]) {
    await page.goto(dapp)
    await page.evaluate((login) => document.body.append(kit.makeFrame(login)), sites.login)
    const frame = await frameOf(page, sites.login)
    ids.push(
      await frame.evaluate(async () => {
        const stored = localStorage.getItem('id') ?? crypto.randomUUID()
        localStorage.setItem('id', stored)
        return [stored, String(await document.hasStorageAccess())]
      }),
    )
  }
  expect(ids[0]?.[0]).not.toBe(ids[1]?.[0])
  expect(ids.map(([, access]) => access)).toEqual(['false', 'false'])
})

test('[4.7] creates no frame before a login or a restore', async () => {
  const before = sites.loginHits.length
  await page.evaluate(async (loginUrl) => {
    kit.site = kit.makeSite({ loginUrl, projectId: 'p' })
    await new Promise((resolve) => setTimeout(resolve, 500))
  }, sites.login)
  expect(await page.locator('iframe').count()).toBe(0)
  expect(sites.loginHits.length).toBe(before)
})

test('[4.7] [1.10] an email login creates a hidden frame of the login site, and an account', async () => {
  await makeSite()
  const steps = await login(async ({ wallet }) => [
    await wallet.login.connectEmail({ email: 'Ann@Example.org' }),
    await wallet.login.connectDevice(),
    await wallet.login.connectOtp({ otp: '123456' }),
  ])
  expect(steps.value).toEqual([{ action: 'VERIFY_DEVICE' }, undefined, undefined])
  expect(await page.locator('iframe').count()).toBe(1)
  expect(await page.locator('iframe').isVisible()).toBe(false)
  const frame = await frameOf(page, sites.login)
  expect(new URL(frame.url()).origin).toBe(sites.login)
  // `pending` was polled. [7.2]
  expect(await frame.evaluate(() => seen.devicePolls)).toBe(3)
  await connect()
  const { eip155 = '', solana = '' } = await statuses()
  expect(eip155).toMatch(/^0x[0-9a-f]{40}$/)
  // One login connects both namespaces.
  expect(solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const user = await page.evaluate(() => kit.site?.foyer.store.get().details.eip155?.user)
  expect(user).toEqual({ email: 'ann@example.org' })
})

test('[4.8] waits 500 ms after the frame is ready before the first request', async () => {
  await page.evaluate((loginUrl) => {
    kit.site = kit.makeSite({ loginUrl, projectId: 'p' })
  }, sites.login)
  await page.evaluate(() => kit.site?.wallet.login.connectEmail({ email: 'known@example.org' }))
  const frame = await frameOf(page, sites.login)
  const { firstAt, readyAt } = await frame.evaluate(() => seen)
  expect(readyAt).toBeGreaterThan(0)
  // Two clocks, each rounded down to 1 ms.
  expect(firstAt - readyAt).toBeGreaterThanOrEqual(498)
})

test('[9.26] requests protocol version 4 of the frame', async () => {
  await connected()
  const frame = await frameOf(page, sites.login)
  expect(new URL(frame.url()).searchParams.get('v')).toBe('4')
  expect(new URL(frame.url()).searchParams.get('pid')).toBe('p')
})

test("[3.6] [3.7] [7.13] [7.14] the frame receives the site's theme and metadata", async () => {
  const frame = await connected()
  const facts = () =>
    frame.evaluate(() => ({ ...document.documentElement.dataset }) as Record<string, string>)
  expect(JSON.parse((await facts()).theme ?? '')).toEqual({
    themeMode: 'dark',
    // Values that could load something are removed.
    themeVariables: { 'color-accent': '#b45309' },
  })
  expect(JSON.parse((await facts()).metadata ?? '')).toEqual({
    name: 'Test site',
    description: '',
    url: sites.dappA,
    icons: [],
    sdkType: 'foyer',
    sdkVersion: 'html-eip155_solana-0.1.0',
    projectId: 'p',
  })
  await page.evaluate(() => kit.site?.wallet.sync({ theme: { themeMode: 'light' } }))
  await expect
    .poll(async () => JSON.parse((await facts()).theme ?? ''))
    .toEqual({ themeMode: 'light' })
})

test('[3.6] a connect sends its site metadata to an existing frame', async () => {
  await makeSite()
  // The site's metadata was not sent before, since it is not attached.
  await page.evaluate(() => kit.site?.stop())
  await page.evaluate(() => kit.site?.wallet.login.connectEmail({ email: 'here@example.org' }))
  const frame = await frameOf(page, sites.login)
  const metadata = () => frame.evaluate(() => document.documentElement.dataset.metadata)
  expect(await metadata()).toBeUndefined()
  await connect()
  await expect.poll(metadata).toContain('"name":"Test site"')
})

test('[5.8] [8.9] [9.1] refuses a second mail within 30 s, with the remaining seconds', async () => {
  await makeSite()
  const email = 'known@example.org'
  const first = await login(({ wallet }) =>
    wallet.login.connectEmail({ email: 'known@example.org' }),
  )
  expect(first.value).toEqual({ action: 'VERIFY_OTP' })
  // The user's clock may be set back.
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() - 3_600_000
  })
  const again = await login(({ wallet }) =>
    wallet.login.connectEmail({ email: ' Known@Example.org' }),
  )
  expect(again.error).toMatchObject({
    code: 'email-throttled',
    message: expect.stringMatching(/^Please try again after (2[5-9]|30) seconds$/),
  })
  const frame = await frameOf(page, sites.login)
  expect(await frame.evaluate(() => seen.sentMails)).toBe(1)
  await page.evaluate(() => {
    const { now } = performance
    performance.now = () => now.call(performance) + 30_000
  })
  expect(
    await page.evaluate((email) => kit.site?.wallet.login.connectEmail({ email }), email),
  ).toEqual({ action: 'VERIFY_OTP' })
})

test('waits a second between two polls of a login, also if the clock is set back meanwhile', async () => {
  await makeSite()
  await login(({ wallet }) => wallet.login.connectEmail({ email: 'new@example.org' }))
  await page.evaluate(() => {
    const { now } = Date
    let hours = 0
    Date.now = () => now() - 3_600_000 * hours++
    const done = () => kit.notes.push('connected')
    kit.kept.login = kit.site?.wallet.login.connectDevice().then(done) as Promise<unknown>
  })
  await expect.poll(() => page.evaluate(() => kit.notes)).toEqual(['connected'])
})

test('an abort ends the pause between two polls of a login', async () => {
  await makeSite()
  await login(({ wallet }) => wallet.login.connectEmail({ email: 'new@example.org' }))
  await page.evaluate(() => {
    const { setTimeout } = window
    const controller = new AbortController()
    // The pause never passes.
    const set = (run: () => void, ms = 0) =>
      ms > 500 && ms <= 1_000 ? controller.abort() : setTimeout(run, ms)
    Object.assign(window, { setTimeout: set })
    kit.kept.login = kit.site?.wallet.login
      .connectDevice({ signal: controller.signal })
      .catch(({ code }) => kit.notes.push(code)) as Promise<unknown>
  })
  await expect.poll(() => page.evaluate(() => kit.notes)).toEqual(['request-aborted'])
})

test('error: an invalid address, code or provider never reaches the frame', async () => {
  await makeSite()
  for (const answer of [
    await login(({ wallet }) => wallet.login.connectEmail({ email: 'a@b' })),
    await login(({ wallet }) => wallet.login.connectOtp({ otp: '12345' })),
    await login(({ wallet }) => wallet.login.updateEmail({ email: 'x' })),
    await login(({ wallet }) =>
      wallet.login.getSocialRedirectUri({ provider: 'farcaster' as 'google' }),
    ),
  ])
    expect(answer.error).toMatchObject({ code: 'params-invalid', rpcCode: -32602 })
  const frame = await frameOf(page, sites.login)
  const asked = await frame.evaluate(() => seen.asked)
  expect(asked.filter((type) => !type.startsWith('SYNC_'))).toEqual([])
})

test('error: a rejected link, a wrong code, a login that redirects elsewhere', async () => {
  await makeSite()
  await login(({ wallet }) => wallet.login.connectEmail({ email: 'deny@example.org' }))
  expect((await login(({ wallet }) => wallet.login.connectDevice())).error).toMatchObject({
    code: 'user-rejected',
  })
  expect(
    (await login(({ wallet }) => wallet.login.connectOtp({ otp: '000000' }))).error,
  ).toMatchObject({ code: 'input-invalid', details: 'Wrong code' })
  expect(
    (await login(({ wallet }) => wallet.login.getSocialRedirectUri({ provider: 'x' }))).error,
  ).toMatchObject({ code: 'unknown' })
})

test('a social login and a Farcaster login connect', async () => {
  await makeSite()
  const social = await login(async ({ wallet }) => {
    const uri = await wallet.login.getSocialRedirectUri({ provider: 'google' })
    return wallet.login.connectSocial({ uri })
  })
  expect(social.value).toEqual({ userName: 'google', email: null })
  const farcaster = await login(async ({ wallet }) => [
    await wallet.login.getFarcasterUri(),
    await wallet.login.connectFarcaster(),
  ])
  expect(farcaster.value).toEqual(['https://farcaster.example/x', { userName: 'ann.fc' }])
  await connect()
  expect((await statuses()).eip155).toMatch(/^0x/)
})

test('[4.6] the email changes after two codes, and is the signed-in one from then on', async () => {
  await connected()
  const steps = await login(async ({ wallet }) => [
    await wallet.login.updateEmail({ email: 'new@example.org' }),
    await wallet.login.updateEmailPrimaryOtp({ otp: '123456' }),
    await wallet.login.updateEmailSecondaryOtp({ otp: '123456' }),
  ])
  expect(steps.value).toEqual(['VERIFY_PRIMARY_OTP', undefined, { email: 'new@example.org' }])
  const user = await page.evaluate(() => kit.site?.foyer.store.get().details.eip155?.user)
  expect(user?.email).toBe('new@example.org')
  const stored = await page.evaluate(() => localStorage.getItem('foyer.1.p.login'))
  expect(stored).toContain('new@example.org')
})

test('[6.1] a read method needs no prompt; a signing one shows the frame, and verifies', async () => {
  const frame = await connected()
  expect(await ask('eth_blockNumber')).toBe('0x10')
  expect(await received('approval:start')).toEqual([])
  const { eip155 = '' } = await statuses()
  const signing = ask('personal_sign', ['0x68656c6c6f', eip155])
  const approve = frame.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  expect(await isShown()).toBe(true)
  const box = await page.locator('dialog').boundingBox()
  expect(box?.height).toBe(480)
  expect(box?.width).toBe(360)
  // Only its own buttons end it, also when the page has the keyboard focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press('Escape')
  expect(await isShown()).toBe(true)
  await approve.click()
  expect(recoverPersonal('0x68656c6c6f', (await signing) as string)).toBe(eip155)
  expect(await isShown()).toBe(false)
  expect(await received('approval:start')).toMatchObject([{ method: 'personal_sign' }])
  expect(await received('approval:end')).toMatchObject([{ result: 'signature' }])
  const refusing = ask('personal_sign', ['0x68656c6c6f', eip155])
  await frame.getByRole('button', { name: 'Reject' }).click()
  expect(await refusing).toEqual(['user-rejected', 'User rejected the request'])
})

test('[4.21] [8.4] withdraws the open approval when the site aborts its request', async () => {
  const frame = await connected()
  await page.evaluate(() => {
    const { foyer } = kit.site as NonNullable<Kit['site']>
    const controller = new AbortController()
    Object.assign(window, { abort: () => controller.abort() })
    const asked = { message: '0x6869', signal: controller.signal }
    kit.kept.signing = kit.signMessage(foyer, asked).catch(({ code }) => code)
  })
  const approve = frame.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  await page.evaluate(() => (window as unknown as { abort(): void }).abort())
  expect(await page.evaluate(() => kit.kept.signing)).toBe('request-aborted')
  await expect.poll(() => frame.evaluate(() => seen.aborted)).toBe(1)
  expect(await isShown()).toBe(false)
  expect(await received('approval:end')).toMatchObject([{ error: { code: 'request-aborted' } }])
})

test('has the modal show what became of calls, which are known; nobody is asked', async () => {
  await connected()
  // As a modal does.
  await page.evaluate(() => {
    const foyer = kit.site?.foyer
    foyer?.store.subscribe(({ approvals = [] }) => {
      const [first] = approvals
      if (!first?.calls) return
      document.title = `${first.method} ${first.calls.id}`
      first.calls.onShown()
    })
  })
  expect(await ask('wallet_showCallsStatus', ['0xid'])).toBe(null)
  expect(await page.title()).toBe('wallet_showCallsStatus 0xid')
  const left = () => page.evaluate(() => kit.site?.foyer.store.get().approvals?.length)
  await expect.poll(left).toBe(0)
  expect(await received('approval:start')).toEqual([])
  const [code] = (await ask('wallet_showCallsStatus', ['0xother'])) as string[]
  expect(code).toBe('bundle-unknown')
})

test('error: refuses to show calls on a page without a modal', async () => {
  await connected()
  const [code] = (await ask('wallet_showCallsStatus', ['0xid'])) as string[]
  expect(code).toBe('unsupported-method')
})

/** Names as in the ledger's row. */
const unsafe = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'eth_sendUserOperation',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
} as const

test('[6.2] asks the user for each method that signs, sends or grants, and not for a read', async () => {
  await connected()
  const asking = [
    ...unsafe.eip155.map((method) => ask(method, [])),
    ...unsafe.solana.map((method) => ask(method, {}, 'solana')),
  ]
  const methods = [...unsafe.eip155, ...unsafe.solana].toSorted()
  const put = async () => (await received('approval:start'))?.map(({ method }) => method).toSorted()
  await expect.poll(put).toEqual(methods)
  await ask('eth_blockNumber')
  expect(await put()).toEqual(methods)
  await page.evaluate(() => kit.site?.wallet.abortRequests())
  await Promise.all(asking)
})

test('a Solana message is signed by the same login', async () => {
  const frame = await connected()
  const { solana: pubkey = '' } = await statuses()
  const signing = ask('solana_signMessage', { message: 'Cn8eVZg', pubkey }, 'solana')
  await frame.getByRole('button', { name: 'Approve' }).click()
  const { signature } = (await signing) as { signature: string }
  expect(verifySolana('Cn8eVZg', signature)).toBe(true)
  expect(await ask('personal_sign', ['0x00', pubkey], 'solana')).toEqual([
    'rpc-call-not-allowed',
    expect.any(String),
  ])
})

test('error: a forbidden method is reported and rejected without reaching the frame', async () => {
  const frame = await connected()
  const before = await frame.evaluate(() => seen.asked.length)
  for (const method of ['eth_sign', 'wallet_addEthereumChain', 'solana_signMessage', 'constructor'])
    expect(await ask(method, [])).toEqual([
      'rpc-call-not-allowed',
      'Requested RPC call is not allowed',
    ])
  expect(await received('refused')).toMatchObject([
    { method: 'eth_sign' },
    { method: 'wallet_addEthereumChain' },
    { method: 'solana_signMessage' },
    { method: 'constructor' },
  ])
  expect(await frame.evaluate(() => seen.asked.length)).toBe(before)
  expect(await isShown()).toBe(false)
})

test('error: parameters of the wrong shape, and an answer that is not a hash', async () => {
  await connected()
  const { eip155 = '' } = await statuses()
  expect(await ask('personal_sign', ['0x00'])).toEqual(['params-invalid', expect.any(String)])
  expect(await ask('wallet_sendCalls', [{ calls: [{ to: 'ab' }] }])).toEqual([
    'params-invalid',
    expect.any(String),
  ])
  expect(await ask('eth_sendTransaction', [{ from: eip155 }])).toEqual([
    'unknown',
    expect.any(String),
  ])
})

test('switches to a known network only', async () => {
  await connected()
  await page.evaluate(async () => {
    const { foyer } = kit.site as NonNullable<Kit['site']>
    await kit.switchNetwork(foyer, { chainId: 'eip155:10' })
  })
  const read = () =>
    page.evaluate(() => {
      const connection = kit.site?.foyer.store.get().connections.eip155
      return connection?.status === 'connected' && connection.chainId
    })
  expect(await read()).toBe('eip155:10')
  expect(await ask('eth_chainId')).toBe('0xa')
  expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toEqual([
    'chain-unrecognised',
    expect.any(String),
  ])
  expect(await ask('wallet_switchEthereumChain', [{ chainId: 'ten' }])).toEqual([
    'params-invalid',
    expect.any(String),
  ])
  expect(await read()).toBe('eip155:10')
})

test('[4.10] sets the account type, and falls back to eoa on failure', async () => {
  await connected()
  const { eip155: before } = await statuses()
  const set = () =>
    page.evaluate(() => kit.site?.wallet.setPreferredAccount('smartAccount') as Promise<string>)
  expect(await set()).toBe('smartAccount')
  expect((await statuses()).eip155).toBe(`0x${'5a'.repeat(20)}`)
  await page.evaluate(() => kit.site?.wallet.setPreferredAccount('eoa'))
  expect((await statuses()).eip155).toBe(before)
  await page.evaluate(async () => kit.disconnect((kit.site as NonNullable<Kit['site']>).foyer))
  await page.goto(sites.dappA)
  await connected({ mode: '/eoaOnly' })
  expect(await set()).toBe('eoa')
  expect((await statuses()).eip155).toBe(before)
})

test('restores the account after a reload, and signs', async () => {
  await connected()
  const before = await statuses()
  await page.reload()
  await makeSite()
  await expect.poll(statuses).toEqual(before)
  const frame = await frameOf(page, sites.login)
  const signing = ask('personal_sign', ['0x6869', before.eip155])
  await frame.getByRole('button', { name: 'Approve' }).click()
  expect(recoverPersonal('0x6869', (await signing) as string)).toBe(before.eip155)
})

test('[4.9] an expired session is not restored after a reload, and its record is deleted', async () => {
  const frame = await connected()
  expect(await page.evaluate(() => localStorage.getItem('foyer.1.p.login'))).toContain('here@')
  await frame.evaluate(() => localStorage.clear())
  await page.reload()
  await makeSite()
  await expect.poll(statuses).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
  expect(await page.evaluate(() => localStorage.getItem('foyer.1.p.login'))).toBeNull()
})

test('[4.9] a disconnect signs out and deletes the login record; the next start creates no frame', async () => {
  const frame = await connected()
  await page.evaluate(async () => kit.disconnect((kit.site as NonNullable<Kit['site']>).foyer))
  expect(await frame.evaluate(() => seen.asked.filter((type) => type === 'SIGN_OUT'))).toHaveLength(
    1,
  )
  expect(await frame.evaluate(() => localStorage.getItem('login'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('foyer.1.p.login'))).toBeNull()
  await page.reload()
  await makeSite()
  await page.waitForTimeout(300)
  expect(await page.locator('iframe').count()).toBe(0)
})

test('[4.7] a connection without an earlier login is dropped, without a frame', async () => {
  await connected()
  await page.evaluate(() => localStorage.removeItem('foyer.1.p.login'))
  await page.reload()
  await page.evaluate(() => {
    const { append } = Element.prototype
    HTMLDialogElement.prototype.append = function (...nodes) {
      kit.notes.push('made')
      append.apply(this, nodes)
    }
  })
  await makeSite()
  await expect.poll(statuses).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
  expect(await page.evaluate(() => kit.notes)).toEqual([])
})

test('disconnecting one namespace keeps the session for the other', async () => {
  const frame = await connected()
  await page.evaluate(async () =>
    kit.disconnect((kit.site as NonNullable<Kit['site']>).foyer, { namespace: 'solana' }),
  )
  expect(await frame.evaluate(() => seen.asked.includes('SIGN_OUT'))).toBe(false)
  expect(await ask('eth_blockNumber')).toBe('0x10')
})

test('[9.4] removes a frame that does not answer a sign-out within 3 s, and repeats the sign-out later', async () => {
  await connected({ mode: '/deaf' })
  const ended = await page.evaluate(() =>
    Promise.race([
      kit.disconnect((kit.site as NonNullable<Kit['site']>).foyer).then(() => 'left', String),
      // Only ends a wait for ever: the table of messages has the 3 s.
      new Promise((resolve) => setTimeout(resolve, 30_000, 'waits')),
    ]),
  )
  expect(ended).toBe('left')
  expect(await page.locator('iframe').count()).toBe(0)
  // The sign-out is the first request of a working frame of the same session.
  await makeSite()
  await login(({ wallet }) => wallet.login.connectEmail({ email: 'known@example.org' }))
  const frame = await frameOf(page, sites.login)
  expect((await frame.evaluate(() => seen.asked))[0]).toBe('SIGN_OUT')
})

test('a session that ends while the page is open disconnects the account', async () => {
  const frame = await connected()
  await frame.evaluate(() => push('SESSION_ENDED', {}))
  await expect.poll(statuses).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
  const lost = await page.evaluate(() => kit.site?.foyer.store.get().lostLogin)
  expect(lost).toEqual({ email: 'here@example.org' })
  expect(await page.evaluate(() => localStorage.getItem('foyer.1.p.login'))).toBeNull()
})

test('[4.2] a session that had expired at a reload leaves no address, and reports its email', async () => {
  const frame = await connected()
  await frame.evaluate(() => localStorage.clear())
  await page.reload()
  await makeSite()
  await expect.poll(statuses).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
  const lost = await page.evaluate(() => kit.site?.foyer.store.get().lostLogin)
  expect(lost).toEqual({ email: 'here@example.org' })
})

test('[8.17] logs a theme that the frame rejects, and the requests still work', async () => {
  const said = page.waitForEvent('console', (one) => one.type() === 'error')
  await connected({ mode: '/plain' })
  expect((await said).text()).toContain('Unable to sync theme to auth connector')
  expect((await statuses()).eip155).toMatch(/^0x/)
})

test('a request without a session disconnects the account', async () => {
  const frame = await connected()
  await frame.evaluate(() => localStorage.clear())
  expect(await ask('eth_blockNumber')).toEqual(['not-connected', expect.any(String)])
  expect(await statuses()).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
})

test('a reload of the frame rejects pending requests, and the next request creates a new frame', async () => {
  const frame = await connected()
  const { eip155 } = await statuses()
  const signing = ask('personal_sign', ['0x6869', eip155])
  await frame.getByRole('button', { name: 'Approve' }).waitFor()
  await frame.evaluate(() => location.reload())
  expect(await signing).toEqual(['provider-disconnected', expect.any(String)])
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await ask('eth_blockNumber')).toBe('0x10')
  expect(await page.locator('iframe').count()).toBe(1)
})

test('creates a new frame with the next request after the page replaced its body', async () => {
  await connected()
  await page.evaluate(() => document.body.replaceChildren())
  expect(await ask('eth_blockNumber')).toBe('0x10')
})

test('[7.18] a reload rejects pending requests and repeats the handshake', async () => {
  const frame = await connected()
  const { eip155 } = await statuses()
  const signing = ask('personal_sign', ['0x6869', eip155])
  await frame.getByRole('button', { name: 'Approve' }).waitFor()
  await page.evaluate(async () => (await kit.site?.wallet.open())?.reload())
  expect(await signing).toEqual(['request-aborted', expect.any(String)])
  expect(frame.isDetached()).toBe(true)
  expect(await ask('eth_blockNumber')).toBe('0x10')
})

test('a frame that was stopped while it loads ends neither the next one nor raises an alert', async () => {
  await makeSite({ readyDelayMs: 500 })
  const answers = await page.evaluate(async () => {
    const wallet = await kit.site?.wallet.open()
    const ask = () => wallet?.ask('IS_CONNECTED', {}).catch(({ code }) => code)
    const first = ask()
    wallet?.stop()
    const second = ask()
    return [await first, await second, await ask()]
  })
  expect(answers).toEqual(['request-aborted', { isConnected: false }, { isConnected: false }])
  expect(await alertTitles()).toEqual([])
  expect(await page.locator('iframe').count()).toBe(1)
})

test('a frame cannot show itself without a request', async () => {
  const frame = await connected()
  await page.evaluate(() => {
    HTMLDialogElement.prototype.showModal = () => void kit.notes.push('shown')
  })
  await frame.evaluate(() => {
    push('SHOW', { height: 900 })
    push('POPUP_NEEDED', { rid: crypto.randomUUID(), reason: 'x' })
  })
  expect(await ask('eth_blockNumber')).toBe('0x10')
  expect(await page.evaluate(() => kit.notes)).toEqual([])
  expect(await received('popup')).toEqual([])
})

test('[T25] a request that needs a window is reported, opened by a click, and its end is reported', async () => {
  await connected()
  await page.evaluate(() => {
    const { store } = (kit.site as NonNullable<Kit['site']>).foyer
    const readPopup = () => store.get().approvals?.[0]?.popup
    let before = readPopup()
    store.subscribe(() => {
      const popup = readPopup()
      if (popup && popup !== before && popup.window) kit.notes.push(popup.window)
      else if (popup && popup !== before) {
        const button = document.createElement('button')
        button.textContent = 'Continue'
        button.addEventListener('click', () => kit.notes.push(popup.open()))
        document.body.append(button)
      }
      before = popup
    })
  })
  const asking = ask('wallet_sendCalls', [{ calls: [{ to: '0xab' }] }])
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue' }).click(),
  ])
  const [{ id } = { id: '' }] = (await received('approval:start')) as { id: string }[]
  expect(popup.url()).toBe(`${sites.login}/popup#${id}`)
  expect(await page.evaluate(() => kit.notes)).toEqual(['opening', true])
  // The frame is not aware of it yet, so only the page can notice its end.
  await popup.close()
  await expect.poll(() => page.evaluate(() => kit.notes.at(-1))).toBe('closed')
  await page.evaluate(() => kit.site?.wallet.abortRequests())
  expect(await asking).toEqual(['request-aborted', 'Request was aborted'])
})

test('[8.3] [9.2] a frame that does not load within 20 s gives an error and an alert', async () => {
  await stopClock()
  await makeSite({ mode: '/hang' })
  await page.evaluate(() => {
    kit.kept.login = kit.site?.wallet.login.connectEmail({ email: 'known@example.org' }).then(
      () => kit.notes.push('answered'),
      ({ code, message }) => kit.notes.push(code, message),
    ) as Promise<unknown>
  })
  await page.locator('iframe').waitFor({ state: 'attached' })
  await page.clock.fastForward(19_000)
  expect(await page.evaluate(() => kit.notes)).toEqual([])
  await page.clock.fastForward(1_000)
  await page.evaluate(() => kit.kept.login)
  expect(await page.evaluate(() => kit.notes)).toEqual([
    'frame-load-failed',
    'Unable to load email login dependency',
  ])
  await expect.poll(alertTitles).toEqual(['Network Error'])
  expect(await page.locator('iframe').count()).toBe(0)
})

test('[9.3] a login request without an answer within 30 s gives an error and an alert', async () => {
  await stopClock()
  await makeSite({ mode: '/mute' })
  await page.evaluate(() => {
    kit.kept.login = kit.site?.wallet.login.connectEmail({ email: 'known@example.org' }).then(
      () => kit.notes.push('answered'),
      ({ code }) => kit.notes.push(code),
    ) as Promise<unknown>
  })
  const frame = await frameOf(page, sites.login)
  const isAsked = async () => {
    await page.clock.runFor(1)
    return frame.evaluate(() => seen.asked.includes('CONNECT_EMAIL'))
  }
  await expect.poll(isAsked).toBe(true)
  await page.clock.fastForward(25_000)
  expect(await page.evaluate(() => kit.notes)).toEqual([])
  await page.clock.fastForward(5_000)
  await page.evaluate(() => kit.kept.login)
  expect(await page.evaluate(() => kit.notes)).toEqual(['request-timed-out'])
  await expect.poll(alertTitles).toEqual(['Embedded Wallet Request Timed Out'])
})

test('aborting a login while the frame loads ends it at once', async () => {
  await makeSite({ mode: '/hang' })
  const answer = await login(({ wallet }) =>
    wallet.login.connectEmail({ email: 'known@example.org', signal: AbortSignal.timeout(50) }),
  )
  expect(answer.error).toMatchObject({ code: 'request-aborted' })
})

test('[8.7] reports in a top-level window that it has no parent', async () => {
  const alone = await sites.context.newPage()
  const fault = alone.waitForEvent('pageerror')
  await alone.goto(`${sites.login}/frame?pid=p&v=4#origin=${encodeURIComponent(sites.dappA)}`)
  expect((await fault).message).toContain('W3mFrame: parent is not set')
  await alone.close()
})

test.each<[id: string, type: FrameMessageType, payload: object, expected: object]>([
  ['7.1', 'CONNECT_EMAIL', { email: 'known@example.org' }, { action: 'VERIFY_OTP' }],
  ['7.2', 'CONNECT_DEVICE', {}, { status: 'pending' }],
  ['7.3', 'CONNECT_OTP', { otp: '123456' }, {}],
  ['1.11', 'CONNECT_PASSKEY', {}, {}],
  ['7.4', 'CONNECT_SOCIAL', { uri: 'https://x.example/#me' }, { userName: 'me', email: null }],
  ['7.6', 'GET_USER', { chainId: 1 }, { chainId: 'eip155:1', preferredAccountType: 'eoa' }],
  ['7.7', 'SIGN_OUT', {}, {}],
  ['7.8', 'IS_CONNECTED', {}, { isConnected: true }],
  ['7.9', 'GET_CHAIN_ID', {}, { chainId: 'eip155:1' }],
  ['7.10', 'SWITCH_NETWORK', { chainId: 'eip155:10' }, { chainId: 'eip155:10' }],
  ['7.11', 'RPC_REQUEST', { method: 'eth_blockNumber' }, { result: '0x10' }],
  ['7.12', 'UPDATE_EMAIL', { email: 'b@example.org' }, { action: 'VERIFY_PRIMARY_OTP' }],
  ['7.12', 'UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' }, { action: 'VERIFY_SECONDARY_OTP' }],
  ['7.12', 'UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' }, { email: 'new@example.org' }],
  ['7.15', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', {}, { smartAccountEnabledNetworks: ['eip155:1'] }],
  ['7.16', 'SET_PREFERRED_ACCOUNT', { type: 'eoa' }, { type: 'eoa' }],
  ['7.17', 'GET_FARCASTER_URI', {}, { uri: 'https://farcaster.example/x' }],
  ['7.17', 'CONNECT_FARCASTER', {}, { status: 'pending' }],
])(
  '[%s] %s is answered, or refused with a message if invalid',
  async (_, type, payload, expected) => {
    const said = await page.evaluate(
      async ({ login, payload, type }) => {
        const frame = kit.makeFrame(login)
        const raw = await kit.shakeByHand(frame, login)
        await raw.ask('CONNECT_OTP', { otp: '123456' })
        return [await raw.ask(type, payload), await raw.ask(type, { ...payload, other: 1 })]
      },
      { login: sites.login, payload, type },
    )
    expect(said[0]).toMatchObject({ t: `${type}_SUCCESS`, p: expected })
    expect(said[1]).toMatchObject({
      t: `${type}_ERROR`,
      p: { code: 'params-invalid', rpcCode: -32602, message: expect.stringMatching(/./) },
    })
  },
)

test('[7.5] returns the address of a social login, and refuses an unknown provider', async () => {
  const said = await page.evaluate(async (login) => {
    const raw = await kit.shakeByHand(kit.makeFrame(login), login)
    return [
      await raw.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' }),
      await raw.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'farcaster' }),
    ]
  }, sites.login)
  expect(said[0]).toMatchObject({
    t: 'GET_SOCIAL_REDIRECT_URI_SUCCESS',
    p: { uri: `${sites.login}/oauth/start#google` },
  })
  expect(said[1]).toMatchObject({ t: 'GET_SOCIAL_REDIRECT_URI_ERROR', p: { rpcCode: -32602 } })
})
