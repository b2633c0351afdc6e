import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import {
  approvalFrame,
  approveInline,
  approveLink,
  closeAccountCard,
  codeField,
  logIn,
  modal,
  newEmail,
  readAddress,
  signOut,
  typeEmail,
  waitForCode,
  waitForLink,
} from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { closeModal, connectButton, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const ada = newEmail('ada')
const wrongCode = 'This code is wrong or no longer valid.'
let browser: TestUser
let page: Page
let account: string | undefined

beforeAll(async () => {
  browser = await newProfile()
  page = await browser.open(`${world().urls.own}/?mode=dialog`)
})

/** A code that differs from the mailed one. */
const not = (code: string) => (code === '123456' ? '654321' : '123456')

test('a link opened by a mail scanner approves nothing', async () => {
  const { mail } = world()
  await typeEmail(page, ada)
  const { link } = await waitForLink(mail, ada)
  // Node does not resolve the name, so call 127.0.0.1.
  const byName = new URL(link)
  const looked = await fetch(`http://127.0.0.1:${byName.port}/device`, {
    headers: { host: byName.host },
  })
  expect(looked.status).toBe(200)
  // A better scanner runs the page's scripts.
  const scanner = await browser.open(link)
  await scanner.getByRole('button', { name: 'Approve' }).waitFor()
  await scanner.close()
  await modal(page).getByText('Waiting for you to open the link').waitFor()
  expect(mail.inbox(ada)).toHaveLength(1)
  expect(await codeField(page).count()).toBe(0)
})

test('closing the modal in the middle of a login keeps its state', async () => {
  const { mail } = world()
  const { link, receivedAt } = await waitForLink(mail, ada)
  await closeModal(page)
  await approveLink(page, link)
  const { code } = await waitForCode(mail, ada, receivedAt)
  // The earlier mail is still valid, so no second one is sent.
  await typeEmail(page, ada)
  await codeField(page).waitFor()
  expect(mail.inbox(ada)).toHaveLength(2)
  await codeField(page).fill(not(code))
  await modal(page).getByText(wrongCode).waitFor()
  await codeField(page).fill(code)
  await closeAccountCard(page)
  account = await readAddress(page)
  expect(account).toMatch(/^0x/)
})

test('rejects a used code, and a code replaced by a newer one', async () => {
  const { mail, pass } = world()
  const { code: used, receivedAt } = await waitForCode(mail, ada)
  await signOut(page)
  pass(31)
  await page.reload()
  await typeEmail(page, ada)
  const first = await waitForCode(mail, ada, receivedAt)
  await codeField(page).fill(used === first.code ? not(used) : used)
  await modal(page).getByText(wrongCode).waitFor()

  pass(31)
  await page.reload()
  await typeEmail(page, ada)
  const second = await waitForCode(mail, ada, first.receivedAt)
  await codeField(page).fill(first.code === second.code ? not(first.code) : first.code)
  await modal(page).getByText(wrongCode).waitFor()
  await codeField(page).fill(second.code)
  await closeAccountCard(page)
  expect(await readAddress(page)).toBe(account)
})

test('a second site has separate storage and the same addresses, and signs', async () => {
  const { mail, pass, urls } = world()
  const solana = await readAddress(page, 'solana')
  pass(31)
  const second = await browser.open(`${urls.second}/?mode=dialog`)
  await logIn(second, { email: ada, mail })
  expect(await readAddress(second)).toBe(account)
  expect(await readAddress(second, 'solana')).toBe(solana)
  await ask(second, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await approveInline(second)
  await ask(second, 'Sign a message').getByText('This is the connected account.').waitFor()

  // Signing out there keeps the first one logged in.
  await signOut(second)
  await second.close()
  await page.reload()
  await ask(page, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await approveInline(page)
  await ask(page, 'Sign a message').getByText('This is the connected account.').waitFor()
})

test('another browser restores the wallet by a login alone, and the user gets a notice', async () => {
  const { mail, pass, urls } = world()
  pass(31)
  const other = await newProfile()
  const there = await other.open(`${urls.own}/?mode=dialog`)
  const before = mail.inbox(ada)[0]?.receivedAt ?? 0
  await logIn(there, { email: ada, mail })
  expect(await readAddress(there)).toBe(account)
  const told = () => mail.inbox(ada).filter(({ receivedAt }) => receivedAt > before)
  // The vault sends it, with a link that freezes the wallet.
  await expect
    .poll(() => told().map(({ sender, subject }) => `${sender}: ${subject}`))
    .toEqual(
      expect.arrayContaining([
        'login: Signed in on a new device',
        'vault: Your wallet was restored on a new device',
      ]),
    )
  await there.close()
})

/** A virtual authenticator of the tab, which stores passkeys. */
async function addAuthenticator(tab: Page): Promise<void> {
  const session = await tab.context().newCDPSession(tab)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('after recovery is protected by a passkey on /security, a new place asks for it', async () => {
  const { mail, pass, urls } = world()
  // An address may get five mails an hour.
  const bea = newEmail('bea')
  const other = await newProfile()
  const tab = await other.open(`${urls.login}/security`)
  await addAuthenticator(tab)
  await tab.getByRole('textbox', { name: 'Email address' }).fill(bea)
  await tab.getByRole('button', { name: 'Continue with email' }).click()
  const { link, receivedAt } = await waitForLink(mail, bea)
  await approveLink(tab, link)
  const { code, receivedAt: codeAt } = await waitForCode(mail, bea, receivedAt)
  await tab.getByRole('textbox', { name: 'Code of six digits' }).fill(code)
  const address = (await tab.locator('.facts-code').first().textContent()) ?? ''
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  pass(31)
  await tab.getByRole('button', { name: /^Use a passkey/ }).click()
  const confirm = await waitForCode(mail, bea, codeAt)
  await tab.getByRole('textbox', { name: 'Code of six digits' }).fill(confirm.code)
  await tab.getByRole('button', { name: 'Create passkey' }).click()
  await tab.getByRole('heading', { name: 'Your passkey protects your wallet' }).waitFor()
  await tab.getByRole('button', { name: 'Done' }).click()

  // A site that this browser never visited: it has no share of the wallet, but the passkey.
  pass(31)
  await tab.goto(`${urls.second}/?mode=dialog`)
  await typeEmail(tab, bea)
  const next = await waitForLink(mail, bea, confirm.receivedAt)
  await approveLink(tab, next.link)
  await codeField(tab).fill((await waitForCode(mail, bea, next.receivedAt)).code)
  await approvalFrame(tab).getByRole('button', { name: 'Use passkey' }).press('Enter')
  await closeAccountCard(tab)
  expect(await readAddress(tab)).toBe(address)

  // A browser without the passkey: logged in, but without a wallet.
  pass(31)
  const third = await newProfile()
  const stranger = await third.open(`${urls.own}/?mode=dialog`)
  const last = mail.inbox(bea)[0]!.receivedAt
  await typeEmail(stranger, bea)
  const its = await waitForLink(mail, bea, last)
  await approveLink(stranger, its.link)
  await codeField(stranger).fill((await waitForCode(mail, bea, its.receivedAt)).code)
  await approvalFrame(stranger).getByRole('button', { name: 'Not now' }).press('Enter')
  await modal(stranger).getByRole('alert').waitFor()
  expect(await readAddress(stranger)).toBeUndefined()
  await closeModal(stranger)
  await connectButton(stranger).first().waitFor()

  // In the first place there is no prompt.
  await tab.goto(`${urls.login}/security`)
  await tab.locator('.facts-code').first().waitFor()
  await tab.getByText('Your email and one of the ways below.').waitFor()
})
