import type { Page } from 'playwright'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import {
  approvalFrame,
  approveInline,
  approveLink,
  closeAccountCard,
  codeField,
  modal,
  newEmail,
  readAddress,
  signOut,
  typeEmail,
  waitForCode,
  waitForLink,
} from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { accountButton, connectButton, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
/** Timeout of the page for its frame, ms. */
const short = 'loadMs=12000'
let browser: TestUser
let page: Page
let account: string | undefined
/** The user logged in on that page in the end. */
let email: string
/** The alerts for the developer, on every page. */
const told: string[] = []

beforeAll(async () => {
  browser = await newProfile()
  browser.context.on('console', (message) => {
    if (message.text().startsWith('[foyer]')) told.push(message.text())
  })
})
afterEach(() => {
  told.length = 0
})

const open = (query = '') => browser.open(`${world().urls.own}/?mode=dialog&${query}`)

test.each(['shut', 'silent'] as const)(
  '[8.20] alerts the developer about a login server that is %s, and a retry works',
  async (state) => {
    const { doors, mail } = world()
    const email = newEmail()
    const tab = await open(short)
    doors.login.set(state)
    await typeEmail(tab, email)
    await modal(tab)
      .getByText(/^The login could not be loaded/)
      .waitFor()
    expect(told).toContain('[foyer] Network Error: The embedded wallet could not be loaded.')
    doors.login.set('open')
    await modal(tab).getByRole('button', { name: 'Continue with email' }).click()
    await waitForLink(mail, email)
    await modal(tab).getByText('Open the link we sent to').waitFor()
    await tab.close()
  },
)

test('[8.20] an unknown project gets no frame', async () => {
  const tab = await open(`${short}&projectId=nobody`)
  await typeEmail(tab, newEmail())
  await modal(tab)
    .getByText(/^The login could not be loaded/)
    .waitFor()
  expect(told.join('\n')).toMatch(/Invalid App Configuration/)
  await tab.close()
  // The browser logs this on the frame's own console.
  browser.faults.length = 0
})

test('a login fails while the vault is down, and starts when it is back', async () => {
  const { mail } = world()
  const email = newEmail()
  page = await open()
  await world().stopVault()
  await typeEmail(page, email)
  await modal(page).getByRole('alert').waitFor()
  expect(mail.inbox(email)).toEqual([])
  await world().startVault()
  // An address may get one mail in 30 s, and this one counted.
  world().pass(31)
  await modal(page).getByRole('button', { name: 'Continue with email' }).click()
  const { link, receivedAt } = await waitForLink(mail, email)
  await approveLink(page, link)
  await codeField(page).fill((await waitForCode(mail, email, receivedAt)).code)
  await closeAccountCard(page)
  await signOut(page)
})

test('a login continues after both servers restart in the middle of it', async () => {
  const { mail } = world()
  email = newEmail()
  await typeEmail(page, email)
  const { link, receivedAt } = await waitForLink(mail, email)
  await modal(page).getByText('Waiting for you to open the link').waitFor()
  await Promise.all([world().stopLogin(), world().stopVault()])
  await Promise.all([world().startLogin(), world().startVault()])
  const retry = modal(page).getByRole('button', { name: 'Try again' })
  await approveLink(page, link)
  const { code } = await waitForCode(mail, email, receivedAt)
  await codeField(page).or(retry).waitFor()
  if (await retry.isVisible()) await retry.click()
  await codeField(page).fill(code)
  await closeAccountCard(page)
  account = await readAddress(page)
  expect(account).toMatch(/^0x/)
})

test('signing does not hang while the login server is down, and works when it is back', async () => {
  const { doors } = world()
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('button', { name: 'Sign' }).click()
  await approvalFrame(page).getByRole('button', { name: 'Sign' }).waitFor()
  doors.login.set('shut')
  await approveInline(page)
  await sign.locator('.ask-failed').waitFor()
  doors.login.set('open')
  const close = approvalFrame(page).getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
  await sign.getByRole('button', { name: 'Sign' }).click()
  await approveInline(page)
  await sign.getByText('This is the connected account.').waitFor()
})

test('[4.2] a reload while the login server is down shows no address without a wallet; afterwards the login is still valid', async () => {
  const { doors, mail } = world()
  const mails = mail.inbox(email).length
  doors.login.set('shut')
  await page.goto(`${world().urls.own}/?mode=dialog&${short}`)
  await connectButton(page).first().waitFor()
  expect(await readAddress(page)).toBeUndefined()
  doors.login.set('open')
  await typeEmail(page, email)
  await closeAccountCard(page)
  expect(await readAddress(page)).toBe(account)
  // Neither link nor code: the earlier session.
  expect(mail.inbox(email)).toHaveLength(mails)
})

test('[T77] signs with a clock that is three minutes off, reports one that is two hours off, and keeps the login', async () => {
  world().pass(150)
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('button', { name: 'Sign' }).click()
  await approveInline(page)
  await sign.getByText('This is the connected account.').waitFor()
  world().pass(7_200)
  await page.reload()
  await connectButton(page).first().waitFor()
  await expect
    .poll(() => told)
    .toContain(
      '[foyer] Session Expired: The session is not valid. Check the time settings of this device, then connect again.',
    )
  expect(await readAddress(page)).toBeUndefined()
  world().pass(-7_200)
  await typeEmail(page, email)
  await closeAccountCard(page)
  expect(await readAddress(page)).toBe(account)
})

test('[9.4] signing out does not wait for a server that hangs, and the next login needs a code', async () => {
  const { doors, mail } = world()
  const after = mail.inbox(email)[0]?.receivedAt ?? 0
  doors.login.set('silent')
  await accountButton(page).first().click()
  await modal(page).getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(page).first().waitFor()
  await modal(page).waitFor({ state: 'hidden' })
  doors.login.set('open')
  await typeEmail(page, email)
  await codeField(page).fill((await waitForCode(mail, email, after)).code)
  await closeAccountCard(page)
  await signOut(page)
  await page.reload()
  await connectButton(page).first().waitFor()
  expect(await readAddress(page)).toBeUndefined()
})
