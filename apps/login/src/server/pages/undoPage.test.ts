import { launchBrowser } from '@foyer/devnet/chromium'
import { updateEmail, updateEmailPrimary, updateEmailSecondary } from '@foyer/protocol/login'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  logIn,
  newAddress,
  nextCode,
  nextMail,
  startTestLogin,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'

let server: TestLogin
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestLogin(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Changes the address of a new account. @returns the link of the mail that undoes it */
async function changeAddress({ isApproved }: { isApproved: boolean }) {
  const { device, email } = await logIn(server)
  server.clock.addMs += 31_000
  const next = newAddress()
  const after = server.mail.inbox(email)[0]!.receivedAt
  let txnId = ''
  const primary = await nextCode(server, email, async () => {
    ;({ txnId } = await device.call(updateEmail, { email: next }))
  })
  const secondary = await nextCode(server, next, () =>
    device.call(updateEmailPrimary, { txnId, otp: primary }),
  )
  await device.call(updateEmailSecondary, { txnId, otp: secondary })
  const link = await nextMail(server, email, after, 'link')
  if (isApproved) await server.decide(link.links[0] ?? '')
  server.clock.addMs += 31_000
  const undo = () => server.mail.inbox(email).find(({ subject }) => subject.includes('was changed'))
  await expect.poll(undo).toBeDefined()
  return { email, link: undo()!.links[0]! }
}

/** Opens it from a mail, as a user does. */
async function open(link: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.1' },
    ...options,
  })
  const page = await context.newPage()
  const mailbox = 'http://mail.localhost/inbox'
  const body = `<a href="${link}">Open</a>`
  await page.route(mailbox, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(mailbox)
  const sent: string[] = []
  page.on('request', (request) => {
    const { host, pathname, search } = new URL(request.url())
    sent.push(`${host}${pathname}${search} ${JSON.stringify(request.headers())}`)
  })
  await page.getByRole('link').click()
  await page.getByRole('heading', { name: 'Take the change back?' }).waitFor()
  return { context, mailbox, page, sent }
}

test('[T57] the token of an undo link never reaches logs, requested addresses, Referer or browser history', async () => {
  const { link } = await changeAddress({ isApproved: false })
  const { context, mailbox, page, sent } = await open(link)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('heading', { name: 'The change was taken back' }).waitFor()
  const token = link.split('#t=')[1]!
  const devtools = await context.newCDPSession(page)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  expect(entries.map(({ url }) => url)).toEqual(['about:blank', mailbox, `${server.origin}/undo`])
  expect(sent.length).toBeGreaterThanOrEqual(2)
  // The URL that a navigation began with (`userTypedURL`) is Chromium's own record: no page can change it.
  const shown = entries.map(({ title, url }) => [title, url])
  const traces = [sent, shown, server.lines, await page.evaluate(() => [document.referrer, name])]
  for (const trace of traces) expect(JSON.stringify(trace)).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe(
    '{}',
  )
  expect(await page.getByText('One step is left').count()).toBe(0)
  await context.close()
})

test.each([
  ['light', {}],
  ['dark on a phone', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
] as const)(
  'tells the user that recovery needs one more link, with its number, in %s',
  async (name, options) => {
    const { email, link } = await changeAddress({ isApproved: true })
    const after = server.mail.inbox(email)[0]!.receivedAt
    const { context, page } = await open(link, { ...options, bypassCSP: true })
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('heading', { name: 'The change was taken back' }).waitFor()
    const step = page.getByText('One step is left')
    expect(await step.textContent()).toMatch(/Your number is \d{6}\./)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults
    expect(violations.map(({ id }) => id)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/undo ${name}.png` })
    const mail = await nextMail(server, email, after, 'link')
    expect(await server.decide(mail.links[0] ?? '')).toEqual({ state: 'approved' })
    await context.close()
  },
)

test('reports an expired link, and offers a retry when the server does not answer', async () => {
  const { context, page } = await open(`${server.origin}/undo#t=${'x'.repeat(43)}`)
  const button = page.getByRole('button', { name: 'Take it back' })
  await page.route('**/v1/undo', (route) => route.fulfill({ status: 503, body: '{}' }))
  await button.click()
  await page.getByText('That did not work. Try again in a moment.').waitFor()
  await page.unroute('**/v1/undo')
  await button.click()
  await page.getByRole('heading', { name: 'This link is over' }).waitFor()
  await context.close()
})
