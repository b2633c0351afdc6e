import { devnetAccounts, devnetAddresses, devnetTokens } from '@foyer/devnet'
import { createPublicClient, erc20Abi, http } from 'viem'
import { expect, test } from 'vitest'
import {
  accountButton,
  answerWallet,
  card,
  closeModal,
  connectButton,
  connectByHand,
  controlWallet,
  evmOnly,
  walletRow,
  watchScripts,
} from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { newUser, open, world } = testWorld()
const plain = (query = '') => open(evmOnly(`/plain.html${query}`))
const [alice, bob] = devnetAccounts as [
  (typeof devnetAccounts)[number],
  (typeof devnetAccounts)[number],
]

test('[1.1, 1.7, 2.1, 2.3, 7.30, 7.33] connects the installed wallet and shows its account', async () => {
  const page = await plain()
  expect(await page.locator('body > foyer-modal').count()).toBe(1)
  await connectButton(page).click()
  await walletRow(page).waitFor()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })

  await accountButton(page).click()
  const account = card(page)
  await account.getByText('alice.eth').waitFor()
  for (const { symbol } of devnetTokens.filter(({ decimals }) => decimals > 0))
    await account.getByText(symbol).first().waitFor()
  expect(await account.getByText('POINT').count()).toBe(0)
  // USDC of the devnet, at one dollar each by the pool's reserves; other files of this world spend some.
  const held = await createPublicClient({
    transport: http(world().devnet.chains[0]?.url),
  }).readContract({
    ...{ address: devnetAddresses.usdc, abi: erc20Abi },
    ...{ functionName: 'balanceOf', args: [alice.address as `0x${string}`] },
  })
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  await account
    .getByText(dollars.format(Number(held) / 1e6))
    .first()
    .waitFor()
})

/** Modules with the code of features. */
const featureScripts = {
  email: ['ui-login', 'ConnectEmailView', 'EmailVerifyDeviceView', 'EmailVerifyOtpView'],
  socials: ['ConnectSocialView', 'ConnectingSocialView'],
  swaps: ['SwapView', 'SwapPlace', 'core-swap'],
  send: ['SendView', 'openSendForm'],
  receive: ['ReceiveView'],
  onramp: ['BuyView'],
  history: ['openActivity'],
  pay: ['PayView', 'openPayment'],
}

test('[2.13] loads the code of onramp, swaps, receive, send, history and pay as each is opened, and without a login none of email and socials', async () => {
  const user = await newUser()
  const scripts = watchScripts(user)
  const page = await user.open(world().site.url + evmOnly('/plain.html'))
  await connectByHand(page)
  await accountButton(page).click()
  const press = (role: 'button' | 'tab', name: string) =>
    card(page).getByRole(role, { name, exact: true }).click()
  const opened = async (feature: keyof typeof featureScripts, open: () => Promise<void>) => {
    const own = featureScripts[feature]
    expect(own.filter((name) => scripts().includes(name))).toEqual([])
    await open()
    await expect.poll(() => own.filter((name) => !scripts().includes(name))).toEqual([])
  }
  for (const [feature, name] of [
    ['onramp', 'Buy'],
    ['swaps', 'Swap'],
    ['receive', 'Receive'],
    ['send', 'Send'],
  ] as const) {
    await card(page).getByRole('button', { name, exact: true }).waitFor()
    await opened(feature, () => press('button', name))
    // A pointer could miss it: the card grows with what the view loads.
    await card(page).getByRole('button', { name: 'Back', exact: true }).press('Enter')
  }
  await card(page).getByRole('tab', { name: 'Activity' }).waitFor()
  await opened('history', () => press('tab', 'Activity'))
  await page.goto(`${world().site.url}/shop.html`)
  await accountButton(page).waitFor()
  await opened('pay', () =>
    page.getByRole('button', { name: 'Buy: A sticker', exact: true }).click(),
  )
  const { email, socials } = featureScripts
  expect([...email, ...socials].filter((name) => scripts().includes(name))).toEqual([])
})

test('[4.2, 3.16] stays connected after a reload, without a flash of the connect button', async () => {
  const page = await plain()
  await connectByHand(page)
  await page.getByText('alice.eth').waitFor()
  await page.addInitScript(() => {
    const seen: string[] = []
    ;(window as unknown as { seen: string[] }).seen = seen
    const look = () => {
      const text = document.querySelector('foyer-button')?.shadowRoot?.textContent ?? ''
      if (text !== '' && seen.at(-1) !== text) seen.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.reload()
  await page.getByText('alice.eth').waitFor()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.filter((text) => /connect/i.test(text))).toEqual([])
})

test('[4.4] disconnects, and stays so after a reload', async () => {
  const page = await plain()
  await connectByHand(page)
  await accountButton(page).click()
  await card(page).getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(page).waitFor()
  await expect.poll(() => controlWallet(page, 'eth_accounts')).toEqual([])
  await page.reload()
  await connectButton(page).waitFor()
})

test('[1.1] picking the same wallet again while its window is open opens no second window, and its approval connects', async () => {
  const page = await plain()
  await connectButton(page).click()
  const [window] = await Promise.all([page.waitForEvent('popup'), walletRow(page).click()])
  await window.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  const opened = page.context().pages().length
  await closeModal(page)

  // The button opens the waiting wallet's screen, with the list behind it.
  await page.locator('foyer-button').getByRole('button').click()
  await card(page).getByText('Open Foyer Dev Wallet and approve the connection.').waitFor()
  await card(page).getByRole('button', { name: 'Back' }).click()
  await walletRow(page, 'Foyer Dev Wallet.*Waiting').click()
  await card(page).getByText('Open Foyer Dev Wallet and approve the connection.').waitFor()
  expect(page.context().pages().length).toBe(opened)

  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('alice.eth').waitFor()
  await card(page).waitFor({ state: 'hidden' })
  expect(await controlWallet(page, 'eth_accounts')).toHaveLength(1)
})

test('a cancelled connection stays cancelled, and the wallet can be picked again while its window is open', async () => {
  const page = await plain()
  await connectButton(page).click()
  const [window] = await Promise.all([page.waitForEvent('popup'), walletRow(page).click()])
  await window.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await connectButton(page).waitFor()
  await walletRow(page).click()
  await card(page)
    .getByText(/already waiting in Foyer Dev Wallet/)
    .waitFor()
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('alice.eth').waitFor()
})

test('of two wallets picked one after the other, the approved one connects, in either order', async () => {
  const script = (name: string, rdns: string) =>
    `wallet=${encodeURIComponent(`${world().wallet.url}/devwallet.js?name=${name}&rdns=${rdns}&inject=0`)}`
  const page = await plain(
    `?${script('Copper', 'example.copper')}&${script('Silver', 'example.silver')}`,
  )
  await connectButton(page).click()
  const [copper] = await Promise.all([
    page.waitForEvent('popup'),
    walletRow(page, 'Copper').click(),
  ])
  await copper.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  await card(page).getByRole('button', { name: 'Back' }).click()
  const [silver] = await Promise.all([
    page.waitForEvent('popup'),
    walletRow(page, 'Silver').click(),
  ])
  await silver.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  await copper.getByRole('button', { name: 'Connect', exact: true }).click()
  await accountButton(page).getByText('alice.eth').waitFor()
  await card(page).waitFor({ state: 'hidden' })
  await silver.getByRole('button', { name: 'Connect', exact: true }).click()
  await accountButton(page).click()
  await card(page)
    .getByRole('button', { name: /Silver, show your wallets/ })
    .waitFor()
})

test('follows the wallet to another account', async () => {
  const page = await plain()
  await connectButton(page).click()
  const [window] = await Promise.all([page.waitForEvent('popup'), walletRow(page).click()])
  await window
    .getByText(/bob\.eth|Account 1|0x7099/)
    .first()
    .click()
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('alice.eth').waitFor()
  await controlWallet(page, 'devwallet_selectAccount', [{ index: bob.index }])
  await page.getByText('bob.eth').waitFor()
  expect(await page.getByText('alice.eth').count()).toBe(0)
  expect(alice.address).not.toBe(bob.address)
})

test('lists two installed wallets as two rows, and connects each', async () => {
  const script = (name: string, rdns: string) =>
    `wallet=${encodeURIComponent(`${world().wallet.url}/devwallet.js?name=${name}&rdns=${rdns}&inject=0`)}`
  const page = await plain(
    `?${script('Copper', 'example.copper')}&${script('Silver', 'example.silver')}`,
  )
  for (const name of ['Copper', 'Silver']) {
    await connectByHand(page, name)
    await accountButton(page).click()
    await card(page).getByRole('button', { name: 'Disconnect' }).click()
    await connectButton(page).waitFor()
  }
  await connectButton(page).click()
  const rows = card(page).getByRole('button', { name: /Copper|Silver/ })
  await expect.poll(() => rows.count()).toBe(2)
})
