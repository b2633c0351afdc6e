import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import {
  approvalFrame,
  approveInline,
  closeAccountCard,
  modal,
  readAddress,
  signOut,
} from './loginSteps.ts'
import { newPerson, pressProvider } from './socialSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { closeModal, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const ada = newPerson()
const tokens = '**/club/wallet-token'
let browser: TestUser
let page: Page
let address: string | undefined

beforeAll(async () => {
  browser = await newProfile()
  page = await browser.open(`${world().urls.own}/club.html?wait=8000`)
})

/** Logs in at the site itself. */
async function enterClub(on: Page, name: string) {
  await on.getByRole('textbox', { name: 'Name' }).fill(name)
  await on.getByRole('button', { name: 'Log in', exact: true }).click()
  await on.getByText(`Hello, ${name}.`).waitFor()
}

test('a user who is not logged in at the site is told so', async () => {
  await pressProvider(page, 'the club')
  await modal(page).getByText('Log in at the club first').waitFor()
  await modal(page).getByRole('button', { name: 'Choose another way' }).click()
  await closeModal(page)
})

test('the site’s own login opens a wallet', async () => {
  await enterClub(page, ada)
  await pressProvider(page, 'the club')
  await closeAccountCard(page)
  address = await readAddress(page)
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
})

test('the wallet survives a reload, a sign-out and another login', async () => {
  await page.reload()
  expect(await readAddress(page)).toBe(address)
  await signOut(page)
  await pressProvider(page, 'the club')
  await closeAccountCard(page)
  expect(await readAddress(page)).toBe(address)
})

test('[T94] a second browser restores it: the vault verifies the site’s token by itself, and nobody gets a mail', async () => {
  const other = await newProfile()
  const on = await other.open(`${world().urls.own}/club.html?silent`)
  // Without a login nothing happens.
  await enterClub(on, ada)
  await on.reload()
  await expect.poll(() => readAddress(on)).toBe(address)
  expect(world().mail.inbox(`${ada}@example.test`)).toEqual([])
  // Another member of the club has another wallet.
  await signOut(on)
  await on.reload()
  await on.getByRole('button', { name: 'Log out' }).click()
  await enterClub(on, newPerson())
  await pressProvider(on, 'the club')
  await closeAccountCard(on)
  expect(await readAddress(on)).not.toBe(address)
})

test('[T59] wrong tokens, and a server that is dead or slow, are told and change nothing', async () => {
  await signOut(page)
  const old = await page.evaluate(async () => {
    const body = JSON.stringify({ nonce: 'another-login' })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch('/club/wallet-token', { method: 'POST', headers, body })
    return ((await answer.json()) as { token: string }).token
  })
  await page.route(tokens, (route) => route.fulfill({ json: { token: old } }), { times: 1 })
  await pressProvider(page, 'the club')
  await modal(page).getByText('This login could not be verified').waitFor()
  const again = modal(page).getByRole('button', { name: 'Try again' })

  await page.route(tokens, (route) => route.fulfill({ json: { token: 'no.real.token' } }), {
    times: 1,
  })
  await again.click()
  await modal(page).getByText('This login could not be verified').waitFor()

  await page.route(tokens, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await again.click()
  await modal(page).getByText('the club doesn’t answer').waitFor()

  await page.route(tokens, () => {}, { times: 1 })
  await Promise.all([modal(page).getByText('Logging you in').waitFor(), again.click()])
  await modal(page).getByText('the club doesn’t answer').waitFor()

  await again.click()
  await closeAccountCard(page)
  expect(await readAddress(page)).toBe(address)
})

test('the site’s other pages have the same wallet, which signs', async () => {
  await page.goto(`${world().urls.own}/?mode=dialog`)
  expect(await readAddress(page)).toBe(address)
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('textbox', { name: 'Message' }).fill('hello')
  await sign.getByRole('button').click()
  await approvalFrame(page).getByText('hello').waitFor()
  await approveInline(page)
  // The account of the site's first network, after sign-outs too.
  await sign.getByText(/^0x[0-9a-f]{130}$/).waitFor()
})

test('[T59] at /security the club logs its user in, and proves the user again by a fresh token', async () => {
  const { urls } = world()
  const on = await (await newProfile()).open(`${urls.login}/security?login=club`)
  const proveAtClub = async () => {
    await on.getByRole('heading', { name: 'Is it you?' }).and(on.locator('form h1')).waitFor()
    expect(new URL(on.url()).origin).toBe(urls.own)
    await on.getByRole('textbox', { name: 'Name' }).fill(ada)
    await on.getByRole('button', { name: 'Log in' }).click()
  }
  await on.getByRole('button', { name: 'Continue with club' }).click()
  await proveAtClub()
  await on.getByText(address ?? '').waitFor()
  expect(on.url()).toBe(`${urls.login}/security`)
  await on.getByRole('button', { name: 'Add a way to log in' }).click()
  await on.getByRole('button', { name: 'Continue with club' }).click()
  await proveAtClub()
  await on.getByText('It is you. For five minutes').waitFor()
  // Past the step-up.
  await on.getByRole('button', { name: 'Add a way to log in' }).click()
  await on.getByRole('button', { name: /^Google/ }).waitFor()
  await on.close()
})
