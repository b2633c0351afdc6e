import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  approveLink,
  closeAccountCard,
  codeField,
  logIn,
  modal,
  newEmail,
  readAddress,
  waitForCode,
  waitForLink,
} from './loginSteps.ts'
import { consent, enter, newPerson } from './socialSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { accountButton, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const bea = newEmail('bea')
const person = newPerson()
let browser: TestUser
let tab: Page
let address = ''

const button = (name: string | RegExp) => tab.getByRole('button', { name, exact: true })
const newestAt = (email: string) => world().mail.inbox(email)[0]?.receivedAt ?? 0
const home = () => `${world().urls.own}/?mode=dialog`

/** Types the code of a step-up, which is asked for by the click before. */
async function proveAgain(email: string, after: number): Promise<void> {
  const { code } = await waitForCode(world().mail, email, after)
  await tab.getByRole('textbox', { name: 'Code of six digits' }).fill(code)
}

/** Adds a login at a provider from the sheet: there, and back again. */
async function addAt(provider: string, user: string): Promise<void> {
  await tab.getByRole('button', { name: new RegExp(`^${provider}`) }).click()
  await tab.getByRole('heading', { name: `Log in with ${provider}` }).waitFor()
  await consent(tab, user)
  await tab.getByRole('link', { name: 'Continue' }).click()
}

/** The undo of the newest mail with this subject. */
async function undoOf(email: string, subject: string): Promise<string> {
  const find = () =>
    world()
      .mail.inbox(email)
      .find((mail) => mail.subject === subject)
  await expect.poll(find).toBeDefined()
  return find()?.links.find((link) => link.includes('/undo#t=')) ?? ''
}

beforeAll(async () => {
  browser = await newProfile()
  tab = await browser.open(`${world().urls.login}/security`)
  const { mail } = world()
  await tab.getByRole('textbox', { name: 'Email address' }).fill(bea)
  await tab.getByRole('button', { name: 'Continue with email' }).click()
  const { link, receivedAt } = await waitForLink(mail, bea)
  await approveLink(tab, link)
  const { code } = await waitForCode(mail, bea, receivedAt)
  await tab.getByRole('textbox', { name: 'Code of six digits' }).fill(code)
  address = (await tab.locator('.facts-code').first().textContent()) ?? ''
})

test('an email account adds Google on /security, and Google opens its wallet in another browser', async () => {
  world().pass(31)
  const after = newestAt(bea)
  await tab.getByText('Add another login').waitFor()
  await button('Add a way to log in').click()
  await proveAgain(bea, after)
  await addAt('Google', person)
  // The vault has verified both logins in this browser.
  await tab.getByRole('heading', { name: 'It opens your wallet now' }).waitFor()
  await button('Done').click()
  const rows = tab.getByRole('list', { name: 'Ways to log in' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  const open = rows.getByText('Logs you in, and opens your wallet in a new browser')
  await expect.poll(() => open.count()).toBe(2)
  expect(tab.url()).toBe(`${world().urls.login}/security`)

  const other = await newProfile()
  const site = await other.open(home())
  await enter(site, 'Google', person)
  await closeAccountCard(site)
  expect(await readAddress(site)).toBe(address)
  await accountButton(site).first().click()
  await modal(site).getByText('You log in with email and Google.').waitFor()
  await other.close()
})

test('[T68] an address that has an account is told, logged in with, and then offered to be added', async () => {
  const { mail, pass, urls } = world()
  const cleo = newPerson('cleo')
  const email = `${cleo}@foyer.example`
  const first = await newProfile()
  const known = await first.open(home())
  await logIn(known, { email, mail })
  const own = await readAddress(known)
  await first.close()

  pass(31)
  const other = await newProfile()
  const site = await other.open(home())
  const after = newestAt(email)
  await enter(site, 'Google', cleo)
  await modal(site).getByText(`${email} logs in with email.`).waitFor()
  await modal(site).getByRole('button', { name: 'Log in with email' }).click()
  const field = modal(site).getByRole('textbox', { name: 'Email address' })
  await expect.poll(() => field.inputValue()).toBe(email)
  await modal(site).getByRole('button', { name: 'Continue with email' }).click()
  const { link, receivedAt } = await waitForLink(mail, email, after)
  await approveLink(site, link)
  await codeField(site).fill((await waitForCode(mail, email, receivedAt)).code)
  await modal(site).getByText('Add Google at Security').waitFor()
  const href = await modal(site).getByRole('link', { name: 'Add it' }).getAttribute('href')
  expect(href).toBe(`${urls.login}/security`)
  await closeAccountCard(site)
  expect(await readAddress(site)).toBe(own)
  await other.close()
})

test('a removed login opens nothing, until the link in the mail takes that back', async () => {
  const { pass, urls } = world()
  pass(31)
  const after = newestAt(bea)
  await button(`Remove Google · ${person}`).click()
  await button('Remove it').click()
  const removed = tab.getByText('It was removed. We mailed you how to take that back.')
  const code = tab.getByRole('textbox', { name: 'Code of six digits' })
  await removed.or(code).waitFor()
  // The step-up of five minutes may be over on a busy machine.
  if (await code.isVisible()) await proveAgain(bea, after)
  await removed.waitFor()
  expect(await button(/^Remove Google/).count()).toBe(0)

  const other = await newProfile()
  const site = await other.open(home())
  await enter(site, 'Google', person)
  await modal(site).getByText('This login was removed').waitFor()
  const undo = await undoOf(bea, 'A way to log in was removed from your account')
  const undoing = await other.context.newPage()
  await undoing.goto(undo)
  await undoing.getByRole('button', { name: 'Take it back' }).click()
  await undoing.getByRole('heading', { name: 'The change was taken back' }).waitFor()
  await undoing.close()
  await modal(site).getByRole('button', { name: 'Choose another way' }).click()
  await enter(site, 'Google', person)
  await closeAccountCard(site)
  expect(await readAddress(site)).toBe(address)
  await other.close()
  // Every session ended.
  await tab.goto(`${urls.login}/security`)
  await tab.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
})

test('an account without an address proves itself at its provider, and adds an email by link and code', async () => {
  const { mail, pass, urls } = world()
  const user = newPerson()
  const dora = newEmail('dora')
  await tab.goto(`${urls.login}/security`)
  await button('Continue with Facebook').click()
  await consent(tab, user)
  await tab.getByRole('link', { name: 'Continue' }).click()
  await tab.getByText('No email address').waitFor()
  const first = await tab.locator('.facts-code').first().textContent()

  pass(31)
  await button('Add a way to log in').click()
  await button('Continue with Facebook').click()
  await consent(tab, user)
  await tab.getByRole('link', { name: 'Continue' }).click()
  await tab.getByText('It is you.').waitFor()
  await button('Add a way to log in').click()
  await tab.getByRole('button', { name: /^Email address/ }).click()
  await tab.getByRole('textbox', { name: 'Email address' }).fill(dora)
  await button('Mail the link').click()
  const { link, receivedAt } = await waitForLink(mail, dora)
  await approveLink(tab, link)
  const { code } = await waitForCode(mail, dora, receivedAt)
  await tab.getByRole('textbox', { name: 'Code of six digits' }).fill(code)
  await tab.getByRole('heading', { name: 'It opens your wallet now' }).waitFor()
  await button('Done').click()

  pass(31)
  const other = await newProfile()
  const there = await other.open(`${urls.login}/security`)
  const after = newestAt(dora)
  await there.getByRole('textbox', { name: 'Email address' }).fill(dora)
  await there.getByRole('button', { name: 'Continue with email' }).click()
  const next = await waitForLink(mail, dora, after)
  await approveLink(there, next.link)
  const last = await waitForCode(mail, dora, next.receivedAt)
  await there.getByRole('textbox', { name: 'Code of six digits' }).fill(last.code)
  await expect.poll(() => there.locator('.facts-code').first().textContent()).toBe(first)
  await other.close()
})

test.each([
  ['es', 'Iniciar sesión', 'ltr'],
  ['ar', 'تسجيل الدخول', 'rtl'],
] as const)('the pages of the login site are in %s', async (language, login, direction) => {
  const { urls } = world()
  const visitor = await newProfile()
  const page = await visitor.context.newPage()
  await page.setExtraHTTPHeaders({ 'accept-language': language })
  await page.goto(`${urls.login}/export`)
  await page.getByRole('heading', { name: login, exact: true }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe(language)
  const card = page.locator('main')
  expect(await card.evaluate((element) => getComputedStyle(element).direction)).toBe(direction)
  await visitor.close()
})
