import { devnetAccounts, devnetAddresses, solanaAccounts } from '@foyer/devnet'
import { address, createSolanaRpc } from '@solana/kit'
import type { Page } from 'playwright'
import { createPublicClient, erc20Abi, http, parseEther, verifyMessage } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { isSigned } from './isSigned.ts'
import {
  approvalFrame,
  approveButton,
  approveInline,
  approveInWindow,
  closeAccountCard,
  codeField,
  logIn,
  modal,
  newEmail,
  openWindow,
  pressApproval,
  readAddress,
  signOut,
  typeEmail,
  waitForCode,
  waitForLink,
} from './loginSteps.ts'
import { fillSend, finishSend, openSend, sendButton } from './sendSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { accountButton, connectButton, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld({ isWhole: true })
const bob = devnetAccounts[1]!.address as `0x${string}`
const solanaBob = solanaAccounts[1]!.address
const shopAccount = devnetAccounts.at(-1)!.address as `0x${string}`
const ada = newEmail('ada')
/** Ada's browser, and her page on the operator's own site. */
let browser: TestUser
let page: Page
let account: `0x${string}`

beforeAll(async () => {
  browser = await newProfile()
})

const chain = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })

/** Sends a request on the page, and returns the form with its result. */
async function press(title: string, on = page) {
  const asked = ask(on, title)
  await asked.getByRole('button', { name: /^(Sign|Send)/ }).click()
  return asked
}

/** Lists what the login origin stores below a site, and whether it can reach its storage elsewhere. */
async function readPartition(site: string) {
  const tab = await browser.open(`${site}/plain.html`)
  const { login } = world().urls
  await tab.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, `${login}/frame?pid=e2e&v=4`)
  await expect.poll(() => tab.frames().length).toBe(2)
  const frame = tab.frames()[1]!
  await frame.waitForURL(/\/frame/)
  const found = await frame.evaluate(async () => {
    const before = localStorage.getItem('partition')
    localStorage.setItem('partition', location.ancestorOrigins[0] ?? '')
    return { before, hasAccess: await document.hasStorageAccess() }
  })
  await tab.close()
  return found
}

test('the browser gives the login site separate storage below each site', async () => {
  const { own, second } = world().urls
  const empty = { before: null, hasAccess: false }
  expect(await readPartition(own)).toEqual(empty)
  expect(await readPartition(second)).toEqual(empty)
  expect(await readPartition(own)).toEqual({ before: own, hasAccess: false })
})

test('[1.3, 1.10, 4.7] logs in by email: after the link on the mail page and the code there is a wallet', async () => {
  const { mail, urls } = world()
  const asked: string[] = []
  browser.context.on('request', (request) => {
    // Connect asks which social logins there are.
    if (request.url().startsWith(urls.login) && !request.url().endsWith('/v1/login/socials'))
      asked.push(request.url())
  })
  page = await browser.open(`${urls.own}/?mode=dialog`)
  await connectButton(page).first().click()
  await modal(page).getByRole('textbox', { name: 'Email address' }).waitFor()
  // No login happened here before, so no frame is created.
  expect(asked).toEqual([])
  expect(await page.locator('iframe[title="Wallet"]').count()).toBe(0)

  await typeEmail(page, ada)
  await modal(page).getByText('Open the link we sent to').waitFor()
  const frame = page.locator('iframe[title="Wallet"]')
  expect(new URL((await frame.getAttribute('src')) ?? '').origin).toBe(urls.login)
  expect(new URL(urls.login).hostname).not.toBe(new URL(urls.own).hostname)
  expect(await frame.isVisible()).toBe(false)

  const { receivedAt } = await waitForLink(mail, ada)
  const inbox = await browser.open(`${mail.url}/?to=${encodeURIComponent(ada)}`)
  const [device] = await Promise.all([
    browser.context.waitForEvent('page'),
    inbox.getByRole('link', { name: /\/device#/ }).click(),
  ])
  await device.getByText(new URL(urls.own).host).waitFor()
  await device.getByRole('button', { name: 'Approve' }).click()
  await device.getByRole('heading', { name: 'Device approved' }).waitFor()
  await device.close()

  const { code } = await waitForCode(mail, ada, receivedAt)
  // The mail page shows it without a reload.
  await inbox.getByText(code, { exact: true }).first().waitFor()
  await inbox.close()
  await codeField(page).fill(code)
  await modal(page).getByRole('heading', { name: 'Account', exact: true }).waitFor()
  account = (await readAddress(page)) as `0x${string}`
  expect(account).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await modal(page).getByText(account.slice(0, 6)).first().waitFor()
  await modal(page).getByText(ada).waitFor()
  await closeAccountCard(page)
})

test('[4.2] the wallet is restored after ten reloads without a prompt', async () => {
  const solana = await readAddress(page, 'solana')
  const { devnet, mail } = world()
  await devnet.chains[0]!.faucet.giveEther({ to: account, amount: parseEther('2') })
  await devnet.chains[0]!.faucet.giveToken({
    to: account,
    token: devnetAddresses.usdc,
    amount: 50_000_000n,
  })
  await devnet.solana.faucet.giveSol({ to: address(solana!), amount: 2_000_000_000n })
  const mails = mail.inbox(ada).length
  for (let times = 0; times < 10; times++) {
    await page.reload()
    await accountButton(page).first().getByText(account.slice(0, 6)).waitFor()
    await ask(page, 'Sign a message').waitFor()
    expect(await readAddress(page)).toBe(account)
    expect(await readAddress(page, 'solana')).toBe(solana)
  }
  expect(mail.inbox(ada)).toHaveLength(mails)
})

test('[1.4] signs a message inside the page, and the signature verifies outside Foyer', async () => {
  const message = 'Guten Abend, ☀ — a text of the user’s own'
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('textbox', { name: 'Message' }).fill(message)
  await press('Sign a message')
  await approvalFrame(page).getByText(message).waitFor()
  await approvalFrame(page).getByText(new URL(world().urls.own).hostname).first().waitFor()
  await approveInline(page)
  const signature = await sign.getByText(/^0x[0-9a-f]{130}$/).textContent()
  expect(
    await verifyMessage({ address: account, message, signature: signature as `0x${string}` }),
  ).toBe(true)
})

test('[4.19] an unreadable message is signed only in a window', async () => {
  const sign = await press('Sign structured data')
  await modal(page).getByRole('heading', { name: 'Approve request' }).waitFor()
  await approveInWindow(page)
  await sign.getByText('This is the connected account.').waitFor()
})

test('[1.5] sends coins and tokens on the first-party site, inside the page, and both arrive', async () => {
  const before = await chain().getBalance({ address: bob })
  const send = ask(page, 'Send tokens')
  await send.getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await press('Send tokens')
  await approvalFrame(page).getByText('−0.25 ETH').waitFor()
  await approveInline(page)
  await send.getByText(/Mined in block \d+/).waitFor()
  expect((await chain().getBalance({ address: bob })) - before).toBe(parseEther('0.25'))

  const readTokens = () =>
    chain().readContract({
      abi: erc20Abi,
      address: devnetAddresses.usdc,
      functionName: 'balanceOf',
      args: [bob],
    })
  const tokensBefore = await readTokens()
  await send.getByRole('combobox', { name: 'Token' }).selectOption({ label: 'USDC' })
  await send.getByRole('textbox', { name: 'Amount' }).fill('12.5')
  await press('Send tokens')
  await approvalFrame(page).getByText('−12.5 USDC').waitFor()
  await approveInline(page)
  await send.getByText(/Mined in block \d+/).waitFor()
  expect((await readTokens()) - tokensBefore).toBe(12_500_000n)
})

test('[1.9] sends coins with the modal’s own form', async () => {
  const before = await chain().getBalance({ address: bob })
  await openSend(page)
  await fillSend(page, { amount: '0.125', to: bob })
  await sendButton(page).click()
  await approvalFrame(page).getByText('−0.125 ETH').waitFor()
  await approveInline(page)
  await finishSend(page)
  expect((await chain().getBalance({ address: bob })) - before).toBe(parseEther('0.125'))
  await closeAccountCard(page)
})

test('[2.13] pays a request of a shop, whose server then delivers', async () => {
  const shop = await browser.open(`${world().urls.own}/shop.html`)
  await accountButton(shop).first().waitFor()
  const before = await chain().getBalance({ address: shopAccount })
  await shop.getByRole('button', { name: 'Buy: A sticker' }).click()
  await modal(shop).getByRole('button', { name: 'Pay 0.001 ETH' }).click()
  await approveInline(shop)
  await modal(shop).getByText('Paid', { exact: true }).waitFor()
  await shop.getByText('Paid. Thank you, it is yours.').waitFor()
  expect((await chain().getBalance({ address: shopAccount })) - before).toBe(parseEther('0.001'))
  await shop.close()
})

test('[4.21, 8.4] rejects a request declined in the frame or in the modal', async () => {
  const inFrame = await press('Sign a message')
  await approvalFrame(page).getByRole('button', { name: 'Reject' }).click()
  await inFrame.getByText(/declined/).waitFor()

  const inModal = await press('Sign structured data')
  await modal(page).getByRole('button', { name: 'Continue in a window' }).waitFor()
  await modal(page).getByRole('button', { name: 'Reject' }).click()
  await inModal.getByText('Request was aborted').waitFor()
  await modal(page).waitFor({ state: 'hidden' })
})

test('closing the window rejects, and a late window signs nothing', async () => {
  const asked = await press('Sign structured data')
  const shut = await openWindow(page)
  await approveButton(shut).waitFor()
  await shut.close()
  await asked.locator('.ask-failed').waitFor()

  await press('Sign structured data')
  const late = await openWindow(page)
  await approveButton(late).waitFor()
  await modal(page).getByRole('button', { name: 'Reject' }).click()
  await asked.locator('.ask-failed').waitFor()
  await late
    .getByText('Nothing was signed.')
    .or(late.getByText('This request is over'))
    .first()
    .waitFor()
  expect(await approveButton(late).count()).toBe(0)
  await late.close()
})

test('[1.6] the login switches to another network, and to Solana, where it signs and sends', async () => {
  const change = ask(page, 'Switch network')
  const network = (name: string) => change.getByRole('button', { name, exact: true })
  const isCurrent = (name: string) =>
    network(name).and(page.locator('[aria-pressed="true"]')).waitFor()
  await network('Foyer Devnet Two').click()
  await isCurrent('Foyer Devnet Two')
  const rpc = createSolanaRpc(world().devnet.solana.url)
  const solana = (await readAddress(page, 'solana'))!
  await network('Foyer Solana').click()
  await isCurrent('Foyer Solana')
  await ask(page, 'Sign structured data').waitFor({ state: 'detached' })
  const message = 'von Solana aus'
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('textbox', { name: 'Message' }).fill(message)
  await press('Sign a message')
  await approveInline(page)
  await sign.getByText('This is the connected account.').waitFor()
  const signature = (await sign.locator('code').first().textContent()) ?? ''
  expect(isSigned(message, signature, solana)).toBe(true)

  const lamports = async () =>
    (await rpc.getBalance(address(solanaBob), { commitment: 'confirmed' }).send()).value
  const before = await lamports()
  const send = ask(page, 'Send tokens')
  await send.getByRole('textbox', { name: 'To' }).fill(solanaBob)
  await send.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await press('Send tokens')
  await approveInline(page)
  await send.getByText(/Mined in block \d+/).waitFor()
  expect((await lamports()) - before).toBe(500_000_000n)
  await network('Foyer Devnet').click()
  await isCurrent('Foyer Devnet')
  await ask(page, 'Sign structured data').waitFor()
})

test('[4.9] signing out ends the login, and the known browser needs only the code', async () => {
  const { mail, pass } = world()
  pass(31)
  await signOut(page)
  expect(await page.evaluate(() => localStorage.getItem('foyer.1.e2e.login'))).toBeNull()
  await logIn(page, { email: ada, mail, isKnown: true })
  expect(await readAddress(page)).toBe(account)
})

test('on a third-party site value is approved only in a window; a readable text in the page', async () => {
  const { mail, pass, urls } = world()
  pass(31)
  const foreign = await browser.open(`${urls.foreign}/?mode=dialog`)
  await logIn(foreign, { email: ada, mail })
  expect(await readAddress(foreign)).toBe(account)
  await ask(foreign, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await approveInline(foreign)
  await ask(foreign, 'Sign a message').getByText('This is the connected account.').waitFor()

  const before = await chain().getBalance({ address: bob })
  await ask(foreign, 'Send tokens').getByRole('textbox', { name: 'Amount' }).fill('0.1')
  const send = await press('Send tokens', foreign)
  const window = await openWindow(foreign)
  await window.getByText(new URL(urls.foreign).hostname).first().waitFor()
  await pressApproval(window, window)
  await send.getByText(/Mined in block \d+/).waitFor()
  expect((await chain().getBalance({ address: bob })) - before).toBe(parseEther('0.1'))
  await foreign.close()
})
