import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Kit } from './testHostPage.test.kit.ts'
import { frameOf, type Sites, startSites } from './testSites.test.kit.ts'

declare const kit: Kit
declare const push: (type: string, payload: object) => void

/** The next result of the page's `getToken`; `user` logs in, with the nonce that it was given. */
type Plan = { user?: string; fails?: boolean; waits?: boolean; nonce?: string }
declare global {
  interface Window {
    plan: Plan
    nonces: string[]
  }
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
  await page.evaluate(() => localStorage.clear())
  for (const frame of page.frames())
    if (frame.url().startsWith(sites.login))
      await frame.evaluate(() => localStorage.clear()).catch(() => {})
  await page.close()
  expect(faults).toEqual([])
})

/** A site whose own server is the page itself. */
async function makeSite(plan: Plan, more: { silent?: boolean; timeoutMs?: number } = {}) {
  await page.evaluate(
    ({ loginUrl, more, plan }) => {
      window.plan = plan
      window.nonces = []
      kit.site = kit.makeSite({
        ...{ loginUrl, projectId: 'p', readyDelayMs: 0 },
        customAuth: {
          name: 'Acme',
          ...more,
          async getToken({ nonce, signal }) {
            window.nonces.push(nonce)
            const { fails, user, waits, nonce: other } = window.plan
            if (fails) throw new Error('the server is away')
            if (waits)
              return new Promise((_, reject) => {
                signal.addEventListener('abort', () => reject(signal.reason))
              })
            return user && `${user}.${other ?? nonce}`
          },
        },
      })
    },
    { loginUrl: sites.login, more, plan },
  )
}
const setPlan = (plan: Plan) =>
  page.evaluate((next) => {
    window.plan = next
  }, plan)
const connectCustom = () =>
  page.evaluate(() =>
    (kit.site as NonNullable<Kit['site']>).wallet.login.connectCustom().then(
      (value) => value,
      ({ code, details }) => ({ code, details }),
    ),
  )
const connect = () =>
  page.evaluate(() => {
    const { foyer, wallet } = kit.site as NonNullable<Kit['site']>
    return kit.connect(foyer, { connector: wallet, chainId: 'eip155:1' })
  })
const connection = () =>
  page.evaluate(() => {
    const one = kit.site?.foyer.store.get().connections.eip155
    return one?.status === 'connected' ? one.address : 'none'
  })
const lost = () => page.evaluate(() => kit.site?.foyer.store.get().lostLogin)
const nonces = () => page.evaluate(() => window.nonces)
/** The frame's session ends without its user. */
async function endSession() {
  const frame = await frameOf(page, sites.login)
  await frame.evaluate(() => {
    localStorage.clear()
    push('SESSION_ENDED', {})
  })
}

test('logs in with a token of the site’s server, made for the nonce of this login', async () => {
  await makeSite({ user: 'ann' })
  expect(await connectCustom()).toEqual({ userName: 'ann' })
  await connect()
  expect(await connection()).toMatch(/^0x/)
  const [first] = await nonces()
  // The page connected by itself nowhere else: one login, one token.
  expect(await nonces()).toEqual([first])
  await setPlan({ user: 'ann', nonce: first ?? '' })
  expect(await connectCustom()).toEqual({ action: 'FAILED', reason: 'refused' })
})

test('says that the site’s user is not logged in, and that the vault has mailed a link', async () => {
  await makeSite({})
  expect(await connectCustom()).toEqual({ action: 'FAILED', reason: 'no-token' })
  await setPlan({ user: 'link' })
  expect(await connectCustom()).toMatchObject({ action: 'VERIFY_DEVICE', number: '583142' })
})

test('settles when the site’s server is dead or slow, and without the option', async () => {
  await makeSite({ fails: true }, { timeoutMs: 200 })
  expect(await connectCustom()).toMatchObject({ code: 'http-failed' })
  await setPlan({ waits: true })
  expect(await connectCustom()).toMatchObject({ code: 'request-timed-out' })
  await page.evaluate((loginUrl) => {
    kit.site = kit.makeSite({ loginUrl, projectId: 'p' })
  }, sites.login)
  expect(await connectCustom()).toMatchObject({ code: 'options-invalid' })
})

test('renews an ended session for the same user, without a word', async () => {
  await makeSite({ user: 'ann' })
  await connectCustom()
  await connect()
  const before = await connection()
  await endSession()
  await expect.poll(async () => (await nonces()).length).toBe(2)
  await expect
    .poll(() =>
      page.evaluate(() => kit.site?.wallet.open().then(({ ask }) => ask('IS_CONNECTED', {}))),
    )
    .toEqual({ isConnected: true })
  expect(await connection()).toBe(before)
  expect(await lost()).toBeUndefined()
})

test.each<[string, Plan]>([
  ['is logged in there no more', {}],
  ['is another one now', { user: 'bob' }],
  ['can not be asked for: its server is away', { fails: true }],
])('ends the login when the site’s user %s', async (_, plan) => {
  await makeSite({ user: 'ann' })
  await connectCustom()
  await connect()
  await setPlan(plan)
  await endSession()
  await expect.poll(lost).toBeDefined()
  expect(await connection()).toBe('none')
})

test('renews the session after a reload that it did not survive', async () => {
  await makeSite({ user: 'ann' })
  await connectCustom()
  await connect()
  const before = await connection()
  const frame = await frameOf(page, sites.login)
  await frame.evaluate(() => localStorage.clear())
  await page.reload()
  await makeSite({ user: 'ann' })
  await expect.poll(connection).toBe(before)
  expect(await nonces()).toHaveLength(1)
})

test('a silent login connects when the page starts, and not after the user has disconnected', async () => {
  await makeSite({ user: 'ann' }, { silent: true })
  await expect.poll(connection).toMatch(/^0x/)
  await page.evaluate(() => kit.disconnect((kit.site as NonNullable<Kit['site']>).foyer))
  await page.reload()
  await makeSite({ user: 'ann' }, { silent: true })
  // A login by a click would be answered after a silent one.
  expect(await connectCustom()).toEqual({ userName: 'ann' })
  expect(await nonces()).toHaveLength(1)
})

test('a silent login of nobody connects nothing and fails nothing', async () => {
  await makeSite({}, { silent: true })
  await expect.poll(async () => (await nonces()).length).toBe(1)
  expect(await connection()).toBe('none')
  expect(await lost()).toBeUndefined()
})
