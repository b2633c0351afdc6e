import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { closeAccountCard, modal, readAddress, signOut } from './loginSteps.ts'
import { newPerson, pressProvider } from './socialSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { closeModal, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld({ isWhole: true })
const ada = newPerson()
let browser: TestUser
let page: Page
let address: string | undefined

beforeAll(async () => {
  browser = await newProfile()
})

const home = () => `${world().urls.own}/?mode=dialog`

/** Chooses Farcaster in the modal, and opens the app in another tab. */
async function openApp(on: Page, press = () => pressProvider(on, 'Farcaster')): Promise<Page> {
  await press()
  const link = modal(on).getByRole('link', { name: 'Open in this browser' })
  const [app] = await Promise.all([on.context().waitForEvent('page'), link.click()])
  await app.getByRole('heading', { name: /^Sign in to login\.localhost/ }).waitFor()
  return app
}

/** Approves as a user of the app; with `wrong`, it answers wrongly. */
async function approve(app: Page, user: string, wrong?: string): Promise<void> {
  await app.getByText('Another account, or a wrong answer').click()
  await app.getByRole('textbox', { name: 'Account' }).fill(user)
  if (wrong) await app.getByRole('combobox', { name: 'Answer' }).selectOption({ value: wrong })
  await app.getByRole('button', { name: 'Approve', exact: true }).click()
  await app.getByRole('heading', { name: 'Approved' }).waitFor()
  await app.close()
}

/** A whole login. @returns the wallet's address */
async function enter(on: Page, user: string): Promise<string | undefined> {
  await approve(await openApp(on), user)
  await closeAccountCard(on)
  return readAddress(on)
}

test('[1.3, 2.8, 7.17] logs in with a Farcaster app in two clicks, after the button', async () => {
  page = await browser.open(home())
  const app = await openApp(page)
  await app.getByRole('button', { name: /^A?.*Approve as ada/ }).click()
  await app.getByRole('heading', { name: 'Approved' }).waitFor()
  await app.close()
  await closeAccountCard(page)
  expect(await readAddress(page)).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await signOut(page)
})

test('[1.3] the same Farcaster id has the same wallet on a second site, another id another one', async () => {
  address = await enter(page, ada)
  const second = await browser.open(`${world().urls.second}/?mode=dialog`)
  expect(await enter(second, ada)).toBe(address)
  await second.close()
  await signOut(page)
  expect(await enter(page, newPerson())).not.toBe(address)
  await signOut(page)
})

test('[T94] a second browser restores the wallet: the vault verifies the signature by itself', async () => {
  const on = await (await newProfile()).open(home())
  expect(await enter(on, ada)).toBe(address)
  await on.close()
})

test('[T71] says that the user refused, and that an answer was not for this login; begins again when asked', async () => {
  const refusing = await openApp(page)
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  await refusing.getByRole('heading', { name: 'Refused' }).waitFor()
  await refusing.close()
  await modal(page).getByText('You refused in Farcaster').waitFor()
  const again = () => modal(page).getByRole('button', { name: 'Try again' }).click()
  for (const wrong of ['other-nonce', 'other-domain', 'replay']) {
    await approve(await openApp(page, again), newPerson(), wrong)
    await modal(page).getByText('This login could not be verified').waitFor()
  }
  const right = await openApp(page, again)
  await approve(right, ada)
  await closeAccountCard(page)
  expect(await readAddress(page)).toBe(address)
  await signOut(page)
})

test('a login that was left connects nobody, although the app approves it later', async () => {
  const app = await openApp(page)
  await modal(page).getByRole('button', { name: 'Back' }).click()
  await modal(page).getByRole('button', { name: 'Continue with Farcaster' }).waitFor()
  await approve(app, ada)
  await closeModal(page)
  await page.reload()
  await pressProvider(page, 'Farcaster')
  await modal(page).getByRole('link', { name: 'Open in this browser' }).waitFor()
  await closeModal(page)
})

test('[T71] an account with Farcaster alone proves itself at /security by the app, and adds a second id', async () => {
  const on = await (await newProfile()).open(`${world().urls.login}/security`)
  const person = newPerson()
  /** Opens the app by the shown link, and approves. */
  const approveShown = async (user: string) => {
    const href = await on.getByRole('link', { name: 'Open Farcaster here' }).getAttribute('href')
    const app = await on.context().newPage()
    await app.goto(href ?? '')
    await approve(app, user)
  }
  await on.getByRole('button', { name: 'Continue with Farcaster' }).click()
  await approveShown(person)
  const rows = on.getByRole('list', { name: 'Ways to log in' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(1)
  await on.getByRole('button', { name: 'Add a way to log in' }).click()
  await on.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await approveShown(person)
  await on.getByRole('heading', { name: 'Add a way to log in' }).waitFor()
  await on.getByRole('button', { name: /^Farcaster/ }).click()
  await approveShown(newPerson())
  await on.getByRole('heading', { name: 'It opens your wallet now' }).waitFor()
  await on.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await on.close()
})
