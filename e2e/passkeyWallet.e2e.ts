import type { Page } from 'playwright'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import {
  approvalFrame,
  approveHereOrInWindow,
  closeAccountCard,
  modal,
  readAddress,
} from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { connectButton, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld({ isWhole: true })
let browser: TestUser
let tab: Page
let address = ''
let code = ''

/** A virtual authenticator of the tab, which keeps its passkeys while the tab is open. @returns Removes it. */
async function addAuthenticator(
  page: Page,
  { hasPrf = true, transport = 'internal' as 'internal' | 'usb' } = {},
): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const added = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport, hasPrf },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  })
  return () => session.send('WebAuthn.removeVirtualAuthenticator', added)
}
const button = (name: string | RegExp) => tab.getByRole('button', { name })

/** Clicks "Use a passkey" in the modal. */
async function choosePasskey(page: Page): Promise<void> {
  await connectButton(page).first().click()
  await modal(page).getByRole('button', { name: 'Use a passkey' }).click()
}
const signWith = async (page: Page) => {
  await ask(page, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await approveHereOrInWindow(page)
  await ask(page, 'Sign a message').getByText('This is the connected account.').waitFor()
}

beforeAll(async () => {
  browser = await newProfile()
  tab = await browser.open(`${world().urls.login}/security`)
  await addAuthenticator(tab)
})

test('[T123] one passkey makes a wallet, with no email, and /security shows what opens it', async () => {
  await button('Use a passkey').click()
  await button('Use passkey').click()
  await tab.getByText('gave no passkey').waitFor()
  await button('Create a wallet with a passkey').click()
  await tab.locator('.facts-code').first().waitFor()
  address = (await tab.locator('.facts-code').first().textContent()) ?? ''
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await tab.getByText('Your passkeys hold this wallet alone.').waitFor()
  await tab.getByText('the wallet is derived from it').waitFor()
  expect(await button('Freeze my wallet').count()).toBe(0)
})

test('the recovery code is typed back, tried, and listed', async () => {
  await button(/^Add a recovery code/).click()
  await button('Use passkey').click()
  await button('Use passkey').click()
  const shown = tab.locator('.new-code span')
  await shown.filter({ hasText: /^(\w{4} ){6}\w{4}$/ }).waitFor()
  code = (await shown.textContent()) ?? ''
  await button('I have it').click()
  await tab.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await button('Turn it on').click()
  await tab.getByRole('heading', { name: 'Your code protects your wallet' }).waitFor()
  await button('Done').click()
  await button('Remove Recovery code').waitFor()
})

test('[1.12] a second passkey on a security key is tried, listed, and removed', async () => {
  await button(/^Add a passkey/).click()
  await button('Use passkey').click()
  await button('Create passkey').waitFor()
  // Plugged in for its own touches only: of two authenticators here, any would answer.
  const unplug = await addAuthenticator(tab, { transport: 'usb' })
  await button('Create passkey').click()
  await tab.getByRole('heading', { name: 'Your passkey protects your wallet' }).waitFor()
  await unplug()
  await button('Done').click()
  const remove = button('Remove Passkey, Chrome on Linux')
  await remove.click()
  await button('Use passkey').click()
  await button('Remove it').click()
  await remove.waitFor({ state: 'detached' })
  await button('Remove Recovery code').waitFor()
})

test('[T124] two sites open the same wallet with one touch each, and each signature asks for the passkey', async () => {
  const { urls } = world()
  for (const url of [urls.own, urls.second]) {
    await tab.goto(`${url}/?mode=dialog`)
    await choosePasskey(tab)
    await approvalFrame(tab).getByRole('button', { name: 'Use passkey' }).press('Enter')
    await closeAccountCard(tab)
    expect(await readAddress(tab)).toBe(address)
    await signWith(tab)
  }
  await tab.reload()
  await signWith(tab)
})

test('another browser with the synced passkey opens it, and one without it by the code', async () => {
  const { urls } = world()
  // The same passkeys, and nothing else of the browser before.
  const machine = await tab.context().newCDPSession(tab)
  await machine.send('Storage.clearDataForOrigin', { origin: urls.login, storageTypes: 'all' })
  await tab.goto(`${urls.login}/security`)
  await button('Use a passkey').click()
  await button('Use passkey').click()
  await tab.locator('.facts-code').first().waitFor()
  expect(await tab.locator('.facts-code').first().textContent()).toBe(address)

  const other = await newProfile()
  const there = await other.open(`${urls.login}/security`)
  await there.getByRole('button', { name: 'Use a passkey' }).click()
  await there.getByRole('button', { name: 'I have a recovery code' }).click()
  await there.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await there.getByRole('button', { name: 'Unlock' }).click()
  await there.locator('.facts-code').first().waitFor()
  expect(await there.locator('.facts-code').first().textContent()).toBe(address)
})

test('[1.13] a phrase of another wallet is compared by its address, and opened by a passkey', async () => {
  const other = await newProfile()
  const page = await other.open(`${world().urls.login}/security`)
  await addAuthenticator(page)
  const press = (name: string) => page.getByRole('button', { name }).click()
  await press('Use a passkey')
  await press('Bring a wallet from elsewhere')
  const field = page.getByRole('textbox', { name: 'Recovery phrase or private key' })
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  await field.fill(phrase.replace('yellow', 'year'))
  await press('Look at its address')
  await page.getByRole('alert').getByText('This is no recovery phrase').waitFor()
  await field.fill(phrase)
  await press('Look at its address')
  await page.getByRole('heading', { name: 'Is this your wallet?' }).waitFor()
  const known = mnemonicToAccount(phrase).address
  expect(await page.locator('.facts-code').first().textContent()).toBe(known)
  await press('Yes, create a passkey for it')
  await page.getByText('Your passkeys hold this wallet alone.').waitFor()
  expect(await page.locator('.facts-code').first().textContent()).toBe(known)
})

test('a site creates a wallet in a window of the login site, and an authenticator without PRF creates none', async () => {
  const { urls } = world()
  const weak = await newProfile()
  const page = await weak.open(`${urls.own}/?mode=dialog`)
  for (const hasPrf of [false, true]) {
    await (hasPrf
      ? modal(page).getByRole('button', { name: 'Try again' }).click()
      : choosePasskey(page))
    const opening = page.context().waitForEvent('page')
    await approvalFrame(page)
      .getByRole('button', { name: /^Create a wallet/ })
      // The frame moves while it takes its height, and a pointer would miss.
      .press('Enter')
    const popup = await opening
    await addAuthenticator(popup, { hasPrf })
    await popup.getByRole('button', { name: 'Create passkey' }).click()
    if (hasPrf) break
    await popup.getByText('can not hold a wallet').waitFor()
    await popup.close()
    await approvalFrame(page).getByText('gave no passkey').waitFor()
    await approvalFrame(page).getByRole('button', { name: 'Not now' }).click()
  }
  await closeAccountCard(page)
  expect(await readAddress(page)).toMatch(/^0x/)
})
