import { mkdir } from 'node:fs/promises'
import { vaultReadLink } from '@foyer/protocol'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  const executablePath = process.env.CHROMIUM
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  })
})
afterAll(async () => {
  await browser?.close()
  await vault?.stop()
})

/** A person's browser opens the link of the mail. */
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

test('[T54] GET, HEAD, a prefetch and a scanner that runs the page leave the device pending', async () => {
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

test('shows who asks, approves by a click once, and A is told', async () => {
  const { linkId, token } = await newLink()
  vault.clock.addMs += 40_000
  const page = await open(token)
  const text = await page.locator('main').innerText()
  for (const part of ['https://shop.example', 'Chrome on Linux', '127.0.0.0/24'])
    expect(text).toContain(part)
  expect(text).toMatch(/You started this 4\d s ago/)
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

test('denies, offers the freeze, and says the same for an address without a wallet', async () => {
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

test('[T56] another network or browser turns it red, and Approve waits for the digits', async () => {
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

test('an expired link is over', async () => {
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
] as const)('is legible on %s: no problem of contrast, names or width', async (name, options) => {
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await shoot(page, `${from === elsewhere ? 'red' : 'normal'}-${name}`)
    await page.context().close()
  }
})

test('no page frames it, no foreign script runs in it, and the console is quiet', async () => {
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
