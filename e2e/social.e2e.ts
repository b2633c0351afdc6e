import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  approveLink,
  closeAccountCard,
  modal,
  readAddress,
  signOut,
  waitForLink,
} from './loginSteps.ts'
import { consent, enter, newPerson, openProvider, pressProvider } from './socialSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { closeModal, connectButton, type TestUser, watchScripts } from './testUser.ts'

const { newProfile, world } = testLoginWorld({ isWhole: true })
const ada = newPerson()
let browser: TestUser
let page: Page
let address: string | undefined

beforeAll(async () => {
  browser = await newProfile()
})

const home = () => `${world().urls.own}/?mode=dialog`
const again = (on: Page) => modal(on).getByRole('button', { name: 'Try again' })

test('[1.3, 2.13, 7.4, 7.5] logs in with Google in two clicks: the button, and the consent', async () => {
  const scripts = watchScripts(browser)
  page = await browser.open(home())
  // Without the pointer, which could rest on a login.
  await connectButton(page).first().press('Enter')
  await modal(page).getByRole('button', { name: 'Continue with Google' }).waitFor()
  expect(scripts()).toEqual(expect.arrayContaining(['ConnectEmailView', 'ConnectSocialView']))
  expect(scripts()).not.toContain('ConnectingSocialView')
  const google = await openProvider(page, 'Google')
  await expect.poll(scripts).toContain('ConnectingSocialView')
  await google.getByRole('button', { name: 'Continue as ada' }).click()
  if (!google.isClosed()) await google.waitForEvent('close')
  await closeAccountCard(page)
  expect(await readAddress(page)).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await signOut(page)
})

test('[1.3] another account of Google has another wallet; the same one has it on a second site', async () => {
  const first = await readAddressAfter(() => enter(page, 'Google', ada))
  const second = await browser.open(`${world().urls.second}/?mode=dialog`)
  await enter(second, 'Google', ada)
  await closeAccountCard(second)
  expect(await readAddress(second)).toBe(first)
  address = first
  await second.close()
  await signOut(page)
})

async function readAddressAfter(run: () => Promise<void>): Promise<string | undefined> {
  await run()
  await closeAccountCard(page)
  return readAddress(page)
}

test('[T94] a second browser restores the wallet: the vault verifies the login at Google by itself', async () => {
  const other = await newProfile()
  const on = await other.open(home())
  await enter(on, 'Google', ada)
  await closeAccountCard(on)
  expect(await readAddress(on)).toBe(address)
  expect(
    world()
      .mail.inbox(`${ada}@google.example`)
      .map(({ subject }) => subject),
  ).not.toContain('Approve this device')
})

test.each(['Discord', 'Apple', 'Facebook'])('[1.3] logs in with %s', async (provider) => {
  const user = newPerson()
  const first = await readAddressAfter(() => enter(page, provider, user))
  await signOut(page)
  expect(await readAddressAfter(() => enter(page, provider, user))).toBe(first)
  await signOut(page)
})

test.each(['X', 'GitHub'])('[1.3] logs in with %s after the vault’s own link', async (provider) => {
  const { mail } = world()
  const user = newPerson()
  const email = `${user}@${provider.toLowerCase()}.example`
  await enter(page, provider, user)
  await modal(page).getByText('Open the link we sent to').waitFor()
  const { link } = await waitForLink(mail, email)
  await approveLink(page, link)
  await closeAccountCard(page)
  const first = await readAddress(page)
  await signOut(page)
  // A known browser needs no second link.
  expect(await readAddressAfter(() => enter(page, provider, user))).toBe(first)
  await signOut(page)
})

test('says what happened when the user cancels, closes the window, or the provider fails', async () => {
  const google = await openProvider(page, 'Google')
  await google.getByRole('button', { name: 'Cancel' }).click()
  await modal(page).getByText('You cancelled the login').waitFor()

  const [shut] = await Promise.all([page.waitForEvent('popup'), again(page).click()])
  await shut.getByRole('heading', { name: 'Log in with Google' }).waitFor()
  await shut.close()
  await modal(page).getByText('The window was closed').waitFor()

  const [broken] = await Promise.all([page.waitForEvent('popup'), again(page).click()])
  await consent(broken, newPerson(), { wrong: 'server-error' })
  await modal(page).getByText('Google doesn’t answer').waitFor()

  const [lying] = await Promise.all([page.waitForEvent('popup'), again(page).click()])
  await consent(lying, newPerson(), { wrong: 'other-nonce' })
  await modal(page).getByText('This login could not be verified').waitFor()
  await modal(page).getByRole('button', { name: 'Choose another way' }).click()
  await closeModal(page)
})

test('[T68] says which login an address already has', async () => {
  const cleo = newPerson('cleo')
  await readAddressAfter(() => enter(page, 'Google', cleo))
  await signOut(page)
  await enter(page, 'Discord', cleo)
  await modal(page)
    .getByText(`${cleo}@foyer.example logs in with Google. Use that, and you get the same wallet.`)
    .waitFor()
  await modal(page).getByRole('button', { name: 'Choose another way' }).click()
  await closeModal(page)
})

test('[4.26, T65] a blocked window leads through this tab, back to the same place, once', async () => {
  const tab = await browser.context.newPage()
  await tab.addInitScript(() => {
    window.open = () => null
  })
  const place = `${world().urls.own}/?mode=dialog#third`
  await tab.goto(place)
  await pressProvider(tab, 'Google')
  await modal(tab).getByText('Your browser blocked the window').waitFor()
  await modal(tab).getByRole('button', { name: 'Continue in this tab' }).click()
  await tab.getByRole('heading', { name: 'Log in with Google' }).waitFor()
  const results: string[] = []
  tab.on('framenavigated', (frame) => {
    if (frame === tab.mainFrame() && frame.url().includes('result_uri=')) results.push(frame.url())
  })
  await consent(tab, ada)
  await tab.getByRole('link', { name: 'Continue' }).click()
  await modal(tab).getByRole('heading', { name: 'Account', exact: true }).waitFor()
  expect(tab.url()).toBe(place)
  await closeAccountCard(tab)
  expect(await readAddress(tab)).toBe(address)
  await signOut(tab)
  // The address of before is worth nothing.
  expect(results).toHaveLength(1)
  await tab.goto(`${results[0]}&mode=dialog`)
  await modal(tab).getByText('Something went wrong').first().waitFor()
  expect(tab.url()).toBe(`${world().urls.own}/?mode=dialog`)
  await tab.close()
})

test('a provider that is down leaves the other ways', async () => {
  await browser.context.route('**/google/authorize**', (route) => route.abort(), { times: 1 })
  await pressProvider(page, 'Google')
  await modal(page).getByText('Continue in the window that has opened.').waitFor()
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await modal(page).getByRole('textbox', { name: 'Email address' }).waitFor()
})
