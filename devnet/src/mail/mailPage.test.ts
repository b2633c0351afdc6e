import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import { createTransport } from 'nodemailer'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../chromium.ts'
import { type DevMail, startMail } from './startMail.ts'

let browser: Browser
let mail: DevMail
let context: BrowserContext
let page: Page
/** A server that hostile mails try to reach, and its number of requests. */
let evil: string
let evilServer: Server
let reached: string[]
let faults: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  evilServer = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('evil')
  })
  evilServer.on('connection', () => reached.push('a connection'))
  evilServer.listen(0, '127.0.0.1')
  await once(evilServer, 'listening')
  evil = `http://evil.localhost:${(evilServer.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser?.close()
  evilServer?.close()
})
beforeEach(async () => {
  reached = []
  faults = []
  mail = await startMail({ smtpPort: 0, port: 0 })
  context = await browser.newContext({ viewport: { width: 800, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: mail.url })
  context.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
})
afterEach(async () => {
  await context.close()
  await mail.stop()
  expect(faults).toEqual([])
  expect(reached).toEqual([])
})

const send = (message: Parameters<ReturnType<typeof createTransport>['sendMail']>[0]) => {
  const { host, pass, port, user } = mail.smtp
  return createTransport({ host, port, secure: false, auth: { user, pass } }).sendMail({
    from: 'Foyer <login@foyer.test>',
    to: 'ada@example.test',
    ...message,
  })
}
const rows = () => page.getByRole('list', { name: /Mails/ }).getByRole('listitem')
const copied = () => page.evaluate(() => navigator.clipboard.readText())

/** Runs axe from outside, because the page's policy allows no script. */
async function expectAccessible(): Promise<void> {
  const { violations } = (await page.evaluate(`${axe.source};axe.run()`)) as axe.AxeResults
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('lists mails as they arrive, newest first, with the code or link to copy', async () => {
  await page.goto(mail.url)
  await page.getByRole('heading', { name: 'No mail yet' }).waitFor()
  await expectAccessible()
  await send({ subject: 'Your code', text: 'Your code is 402913.' })
  await rows().filter({ hasText: '402913' }).waitFor()
  await page.getByRole('button', { name: 'Copy code' }).focus()
  await send({ subject: '', text: 'Go to https://login.localhost/go?t=1 now', to: 'bob@b.test' })
  await expect.poll(() => rows().count()).toBe(2)
  expect(await rows().first().innerText()).toContain('No subject')
  expect(await page.locator('#count').innerText()).toBe('2 mails')
  // The focus stays, although the list was replaced.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy code')
  await Promise.all([
    page.getByText('Copied', { exact: true }).waitFor(),
    page.keyboard.press('Enter'),
  ])
  expect(await copied()).toBe('402913')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(copied).toBe('https://login.localhost/go?t=1')
  await expectAccessible()
})

test('filters the list by address, and deletes the shown mails', async () => {
  await send({ subject: 'For Ada', text: 'a' })
  await send({ subject: 'For Bob', text: 'b', to: 'bob@b.test' })
  await page.goto(mail.url)
  await page.getByLabel('Show mails to').fill('BOB@b.test ')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/\?to=BOB/)
  expect(await rows().count()).toBe(1)
  await page.getByRole('link', { name: 'For Bob' }).click()
  await page.getByRole('heading', { name: 'For Bob' }).waitFor()
  await page.getByRole('link', { name: /All mail/ }).click()
  await page.getByRole('button', { name: 'Delete these' }).click()
  await page.getByRole('heading', { name: /No mail for/ }).waitFor()
  expect(mail.inbox('ada@example.test')).toHaveLength(1)
  await page.getByRole('link', { name: 'Show all mail' }).click()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('heading', { name: 'No mail yet' }).waitFor()
  expect(mail.inbox('ada@example.test')).toEqual([])
})

test('shows one mail as HTML and as text; its links open in a new tab without an opener', async () => {
  await send({
    subject: 'Sign in',
    text: 'Sign in with 123456 or the link.',
    html: `<style>p { color: rgb(1, 2, 3) }</style><p style="font-weight: 700">Hello</p>
      ${['', 'named', '_self', '_top', '_parent'].map((target) => `<a target="${target}" rel="opener" href="${mail.url}/?to=opened">${target}!</a>`).join(' ')}`,
    attachments: [{ filename: 'terms.pdf', content: 'x' }],
  })
  await page.goto(mail.url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const part = page.frameLocator('iframe')
  const style = await part
    .getByText('Hello')
    .evaluate((hello) => [getComputedStyle(hello).color, getComputedStyle(hello).fontWeight])
  expect(style).toEqual(['rgb(1, 2, 3)', '700'])
  await expectAccessible()
  expect(await page.locator('.message').innerText()).toContain('Sign in with 123456 or the link.')
  expect(await page.locator('.attached').innerText()).toBe('terms.pdf (application/pdf, 1 byte)')
  for (const name of ['!', 'named!', '_self!', '_top!', '_parent!']) {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      part.getByRole('link', { name, exact: true }).click(),
    ])
    await tab.waitForURL(/to=/)
    expect(await tab.evaluate(() => window.opener)).toBe(null)
    await tab.close()
  }
  const link = page.getByRole('list', { name: 'Codes and links' }).getByRole('link').first()
  expect(await link.getAttribute('rel')).toContain('noopener')
})

const script = `<script>parent.foyerPwned=1;top.location='EVIL/top';alert(1)</script>`
const hostileParts: readonly [string, string][] = [
  ['a script', script],
  ['events', `<img src=x onerror="alert(1)"><svg onload="alert(2)"><body onload="alert(3)">`],
  ['an end of the frame', `</iframe></pre></html>"'>${script}<plaintext>`],
  ['a way elsewhere', `<meta http-equiv="refresh" content="0;url=EVIL/meta">`],
  ['another base', `<base href="EVIL/"><img src="base.png"><a href="relative">go</a>`],
  [
    'remote things',
    `<img src="EVIL/i.png"><link rel=stylesheet href="EVIL/c.css"><video src="EVIL/v" autoplay></video><iframe src="EVIL/f"></iframe><object data="EVIL/o"></object><embed src="EVIL/e"><style>@import "EVIL/s.css";body{background:url(EVIL/b.png)}@font-face{font-family:f;src:url(EVIL/f.woff)}p{font-family:f}</style><p>x</p>`,
  ],
  [
    'hints',
    `<link rel=preconnect href="EVIL"><link rel=prefetch href="EVIL/p"><link rel=dns-prefetch href="EVIL">`,
  ],
  [
    'a form',
    `<form action="EVIL/form"><input name=p value=1 autofocus><button id=go>Go</button></form>`,
  ],
  ['a script link', `<a id=go href="javascript:alert(1)">go</a>`],
]

test.each(hostileParts)('a mail with %s does nothing', async (name, raw) => {
  const part = raw.replaceAll('EVIL', evil)
  await send({
    subject: `${name} ${part}`,
    from: { name: part, address: 'x@b.test' },
    text: part,
    html: `<p>${name}</p>${part}`,
  })
  await page.goto(mail.url)
  const there = page.getByRole('list', { name: /Mails/ }).getByRole('link').first()
  expect(await there.innerText()).toContain(name)
  await there.click()
  await page.locator('.message').waitFor()
  const frame = page.frames().find((each) => each.url().endsWith('/html'))
  await frame?.waitForLoadState()
  const go = page.frameLocator('iframe').locator('#go')
  // A user may follow a link to another site; this test proves that the page itself stays.
  if ((await go.count()) > 0) await go.click({ noWaitAfter: true })
  await page.waitForTimeout(300)
  expect(page.url()).toContain('/messages/')
  expect(await page.locator('.message').innerText()).toContain(part.slice(0, 20).trim())
  expect(await page.evaluate('window.foyerPwned')).toBe(undefined)
  expect(await page.locator('main script, main img, main form').count()).toBe(0)
  expect(context.pages()).toHaveLength(1)
})

test('a mail’s HTML has no permissions when opened on its own either', async () => {
  await send({ subject: 'x', html: `<p>Alone</p>${script}<img src=x onerror="alert(1)">` })
  const [message] = mail.inbox('ada@example.test')
  const answer = await page.goto(`${mail.url}/messages/${message?.id}/html`)
  await page.getByText('Alone').waitFor()
  expect(answer?.headers()['content-security-policy']).toMatch(/^sandbox allow-popups/)
  expect(await page.evaluate(() => origin)).toBe('null')
})

test('a mail with thousands of lines and an endless word does not break the layout', async () => {
  const subject = 'W'.repeat(400)
  await send({
    subject,
    text: `${'line\n'.repeat(20_000)}${'x'.repeat(100_000)}`,
    html: '<div>'.repeat(50_000),
  })
  await page.setViewportSize({ width: 360, height: 700 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await page.goto(mail.url)
  expect(await width()).toBe(360)
  await expectAccessible()
  await rows().getByRole('link').first().click()
  await page.locator('.message').waitFor()
  expect(await width()).toBe(360)
  await page.goto(`${mail.url}/messages/none`)
  await page.getByRole('heading', { name: 'We can’t find this mail' }).waitFor()
  await expectAccessible()
})

test('no other origin can read or delete mails', async () => {
  await send({ subject: 'Secret', text: '424242' })
  await page.goto('about:blank')
  const other = mail.url.replace('mail.localhost', 'localhost')
  await page.goto(`${other}/icon.svg`)
  const tries = await page.evaluate(async (url) => {
    const attempt = (promise: Promise<unknown>) =>
      promise.then(
        () => 'done',
        () => 'refused',
      )
    return [
      await attempt(fetch(`${url}/api/messages`)),
      await attempt(fetch(`${url}/api/messages`, { mode: 'no-cors' })),
      await attempt(fetch(`${url}/api/messages`, { method: 'DELETE' })),
    ]
  }, mail.url)
  expect(tries).toEqual(['refused', 'refused', 'refused'])
  expect(mail.inbox('ada@example.test')).toHaveLength(1)
})
