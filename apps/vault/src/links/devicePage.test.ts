import { mkdir } from 'node:fs/promises'
import { launchBrowser } from '@foyer/devnet/chromium'
import { vaultChangeContact, vaultReadContact, vaultReadLink } from '@foyer/protocol/vault'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestWallet } from '../createTestWallet.test.kit.ts'
import {
  desktop,
  randomJkt,
  requesterHere,
  startTestVault,
  type TestVault,
} from '../startTestVault.test.kit.ts'

let vault: TestVault
let browser: Browser
const problems: string[] = []

beforeAll(async () => {
  vault = await startTestVault({ name: 'vault.localhost', limits: { pageCallsPerMinute: 1000 } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await vault?.stop()
})

/** Opens the link of the mail in a user's browser. */
async function open(
  token: string,
  { ip = '127.0.0.1', ...options }: BrowserContextOptions & { ip?: string } = {},
): Promise<Page> {
  const context = await browser.newContext({
    userAgent: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': ip },
    ...options,
  })
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(`${vault.publicUrl}/device#t=${token}`)
  await page.locator('main:not([aria-busy])').waitFor()
  return page
}
let users = 0
const newLink = (from = requesterHere) =>
  vault.link(`person${++users}@shop.example`, randomJkt(), from)
const stateOf = async (linkId: string) =>
  (await vault.service(vaultReadLink, { linkId })).body.state
const elsewhere = {
  ...requesterHere,
  ip: '203.0.113.77',
  userAgent: desktop.replace('X11; Linux x86_64', 'Windows NT 10.0'),
}
const heading = (page: Page) => page.locator('h1').textContent()
async function shoot(page: Page, name: string) {
  const folder = process.env.SHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

test("[T54] a link stays pending after GET, HEAD, a prefetch and a scanner that runs the page's script", async () => {
  const { linkId, token } = await newLink()
  const url = `${vault.vault.url}/device`
  await fetch(url)
  await fetch(url, { method: 'HEAD' })
  await fetch(url, { headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch' } })
  await fetch(`${url}?t=${token}`)
  for (const path of ['view', 'decide', 'freeze'])
    expect((await fetch(`${url}/${path}?token=${token}&decision=approve`)).status).toBe(404)
  const page = await open(token)
  expect(await heading(page)).toBe('Approve this device?')
  expect(await stateOf(linkId)).toBe('pending')
  await page.context().close()
})

test('[T57] the token of a link never reaches logs, requested addresses, Referer or browser history', async () => {
  const { token } = await newLink()
  const context = await browser.newContext({ userAgent: desktop })
  const page = await context.newPage()
  const mailbox = 'http://mail.localhost/inbox'
  const link = `<a href="${vault.publicUrl}/device#t=${token}">Open</a>`
  await page.route(mailbox, (route) => route.fulfill({ contentType: 'text/html', body: link }))
  await page.goto(mailbox)
  const sent: string[] = []
  page.on('request', (request) => {
    const { host, pathname, search } = new URL(request.url())
    sent.push(`${host}${pathname}${search} ${JSON.stringify(request.headers())}`)
  })
  await page.getByRole('link').click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => heading(page)).toBe('Device approved')
  expect(sent.length).toBeGreaterThanOrEqual(5)
  const devtools = await context.newCDPSession(page)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  expect(entries.map(({ url }) => url)).toEqual([
    'about:blank',
    mailbox,
    `${vault.publicUrl}/device`,
  ])
  // The URL that a navigation began with (`userTypedURL`) is Chromium's own record: no page can change it.
  const shown = entries.map(({ title, url }) => [title, url])
  const traces = [sent, shown, vault.lines, await page.evaluate(() => [document.referrer, name])]
  for (const trace of traces) expect(JSON.stringify(trace)).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe(
    '{}',
  )
  await context.close()
})

test('restores a replaced address by the link mailed to it', async () => {
  const email = `person${++users}@shop.example`
  const next = `person${++users}@shop.example`
  const { userId } = await createTestWallet(vault, { email })
  const change = (to: string) =>
    vault.service(vaultChangeContact, {
      userId,
      email: to,
      jkt: randomJkt(),
      requester: requesterHere,
    })
  vault.clock.addMs += 31_000
  await change(next)
  const approval = await open(await vault.mailbox.tokenFor(email, 2))
  expect(await heading(approval)).toBe('Let another address restore your wallet?')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => heading(approval)).toBe('Address changed')
  await approval.context().close()
  vault.clock.addMs += 31_000
  expect((await change(email)).body).toMatchObject({ status: 'asked' })
  const page = await open(await vault.mailbox.tokenFor(email, 3), { colorScheme: 'dark' })
  expect(await heading(page)).toBe('Restore your wallet through this address again?')
  await shoot(page, 'restore-dark')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => heading(page)).toBe('This address counts again')
  await page.context().close()
  expect((await vault.service(vaultReadContact, { userId })).body).toEqual({
    ...{ email, next: null, asked: null },
  })
})

test('shows where the request came from, approves once by a click, and notifies the login server', async () => {
  vault.clock.fixedAt = Date.now()
  onTestFinished(() => {
    vault.clock.fixedAt = undefined
  })
  const { linkId, token } = await newLink()
  vault.clock.addMs += 40_000
  const page = await open(token)
  const text = await page.locator('main').innerText()
  for (const part of ['https://shop.example', 'Chrome on Linux', '127.0.0.0/24'])
    expect(text).toContain(part)
  expect(text).toMatch(/You started this 40 s ago/)
  expect(page.url()).toBe(`${vault.publicUrl}/device`)
  await shoot(page, 'normal-light')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => heading(page)).toBe('Device approved')
  expect(await stateOf(linkId)).toBe('approved')
  await shoot(page, 'done-light')
  await expect
    .poll(() =>
      vault.auth.events.some(
        (event) => event.kind === 'device-approved' && event.linkId === linkId,
      ),
    )
    .toBe(true)
  await page.context().close()
  const again = await open(token)
  expect(await heading(again)).toBe('This link is over')
  await again.context().close()
})

test('denies the request, offers to freeze the wallet, and answers the same for an address without a wallet', async () => {
  const { linkId, token } = await newLink()
  const page = await open(token)
  await page.getByRole('button', { name: 'It wasn’t me' }).click()
  await expect.poll(() => heading(page)).toBe('The device was refused')
  expect(await stateOf(linkId)).toBe('denied')
  await shoot(page, 'denied-light')
  await page.getByRole('button', { name: 'Freeze my wallet' }).click()
  await expect.poll(() => heading(page)).toBe('The freeze is set')
  await page.context().close()
})

test('[T56] warns in red when it is opened from another network or browser, and needs two digits to approve', async () => {
  const { linkId, number, token } = await newLink(elsewhere)
  const page = await open(token, { ip: '198.51.100.5' })
  expect(await heading(page)).toBe('Is this really you?')
  expect(await page.locator('main.red').count()).toBe(1)
  expect(await page.locator('main').innerText()).toContain('Chrome on Windows')
  const approve = page.getByRole('button', { name: 'Approve' })
  expect(await approve.isDisabled()).toBe(true)
  await shoot(page, 'red-light')
  const field = page.getByLabel('Last two digits')
  await field.fill(number.slice(-2) === '11' ? '22' : '11')
  await approve.click()
  await expect.poll(() => page.locator('#digits-error').textContent()).toContain('not the digits')
  expect(await stateOf(linkId)).toBe('pending')
  await shoot(page, 'red-wrong-light')
  await field.fill(number.slice(-2))
  await approve.click()
  await expect.poll(() => heading(page)).toBe('Device approved')
  await page.context().close()
})

test('shows an expired link as expired', async () => {
  const { linkId, token } = await newLink()
  vault.clock.addMs += 1_201_000
  const page = await open(token)
  expect(await heading(page)).toBe('This link is over')
  expect(await stateOf(linkId)).toBe('expired')
  await shoot(page, 'expired-light')
  await page.context().close()
})

test.each([
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true }],
  [
    'phone-dark',
    { viewport: { width: 320, height: 640 }, colorScheme: 'dark', isMobile: true, hasTouch: true },
  ],
] as const)(
  'is legible on %s, without problems of contrast, names or width',
  async (name, options) => {
    for (const from of [requesterHere, elsewhere]) {
      const { token } = await newLink(from)
      const page = await open(token, { ...options, bypassCSP: true })
      await page.addScriptTag({ path: new URL(import.meta.resolve('axe-core')).pathname })
      const found = await page.evaluate(() =>
        (
          globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
        ).axe.run(),
      )
      expect(found.violations.map(({ id }) => id)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
        true,
      )
      await shoot(page, `${from === elsewhere ? 'red' : 'normal'}-${name}`)
      await page.context().close()
    }
  },
)

test('refuses to be framed, runs no foreign script, and logs nothing to the console', async () => {
  const { headers } = await fetch(`${vault.vault.url}/device`)
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    "form-action 'none'",
  ])
    expect(policy).toContain(rule)
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
    'no-referrer',
    'no-store',
  ])
  expect(problems).toEqual([])
})

test.each([
  ['es', 'ltr', '¿De verdad eres tú?', 'No fui yo', 'Se rechazó el dispositivo'],
  ['ar', 'rtl', 'هل هذا أنت حقًا؟', 'لم أكن أنا', 'رُفض الجهاز'],
])('speaks the language of the browser: %s', async (locale, direction, title, deny, denied) => {
  const { token } = await newLink(elsewhere)
  const page = await open(token, { locale })
  const root = page.locator('html')
  expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual([
    locale,
    direction,
  ])
  expect(await heading(page)).toBe(title)
  await shoot(page, `device-${locale}`)
  const spoken = (await page.locator('main').innerText()).replace(/Chrome|Linux|Windows/g, '')
  expect(spoken).not.toMatch(/\b(Approve|Site|Browser|Network|started|digits)\b/)
  await page.getByRole('button', { name: deny }).click()
  await expect.poll(() => heading(page)).toBe(denied)
  await page.context().close()
})
