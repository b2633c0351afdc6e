import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  approvalFrame,
  approveInline,
  approveLink,
  codeField,
  modal,
  newEmail,
  typeEmail,
  waitForCode,
  waitForLink,
} from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { accountButton, connectButton, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const email = newEmail('grace')
let browser: TestUser
let page: Page
beforeAll(async () => {
  browser = await newProfile()
})
const secret = () => page.getByText('The cloakroom is on the left.')
const members = () => page.evaluate(async () => (await fetch('/api/members')).status)
const signInButton = () => modal(page).getByRole('button', { name: 'Sign in', exact: true })

/** Logs in by email on a new device, and stays in the modal. */
async function logIn(): Promise<void> {
  const { mail } = world()
  await typeEmail(page, email)
  const { link, receivedAt } = await waitForLink(mail, email)
  await approveLink(page, link)
  const { code } = await waitForCode(mail, email, receivedAt)
  await codeField(page).fill(code)
}

test('[2.7] a login by email signs in at the site too, without a second approval', async () => {
  page = await browser.open(`${world().urls.own}/members.html?networks=31337,31338`)
  await logIn()
  await secret().waitFor()
  await modal(page).waitFor({ state: 'hidden' })
  expect(await members()).toBe(200)
})

test('[T30] a sign-in without a login just now is approved on a card that names the site', async () => {
  await page.goto(`${world().urls.own}/members.html?networks=31337,31338&signIn=optional`)
  await secret().waitFor()
  await page.evaluate(() =>
    fetch('/siwx/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  await page.reload()
  await signInButton().click()
  const site = new URL(world().urls.own).host
  await approvalFrame(page).getByText(site).first().waitFor()
  await approveInline(page)
  await secret().waitFor()
  expect(await members()).toBe(200)
})

test('the sign-in outlives a reload, and ends with the login', async () => {
  await page.goto(`${world().urls.own}/members.html?networks=31337,31338`)
  await secret().waitFor()
  await accountButton(page).first().waitFor()
  expect(await modal(page).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await connectButton(page).waitFor()
  await secret().waitFor({ state: 'hidden' })
  expect(await members()).toBe(401)
})
