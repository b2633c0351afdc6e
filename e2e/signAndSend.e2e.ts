import { devnetAccounts, foyerDevnet } from '@foyer/devnet'
import type { Page } from 'playwright'
import { createPublicClient, formatEther, http, parseEther, verifyMessage } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { answerWallet, card, evmOnly, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
let page: Page
const [alice, bob] = devnetAccounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]

/** Opens the demo page with the wallet connected in its card. */
beforeEach(async () => {
  page = await open(evmOnly('/?mode=dialog'))
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  // The page behind the card is inert until the card has closed.
  await card(page).waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'Sign a message' }).waitFor()
})

test('[1.4, 7.42] signs a message, and the signature verifies outside Foyer', async () => {
  const message = 'A text of the user’s own'
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('textbox', { name: 'Message' }).fill(message)
  await answerWallet(page, () => sign.getByRole('button', { name: 'Sign' }).click(), 'Sign')
  const signature = await sign.getByText(/^0x[0-9a-f]{130}$/).textContent()
  expect(
    await verifyMessage({ address: alice, message, signature: signature as `0x${string}` }),
  ).toBe(true)
})

test('signs structured data as the connected account', async () => {
  const sign = ask(page, 'Sign structured data')
  await answerWallet(page, () => sign.getByRole('button', { name: 'Sign' }).click(), 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
})

test.each([
  ['Sign a message', 'Sign'],
  ['Sign structured data', 'Sign'],
  ['Send a transaction', 'Send'],
])('a declined request shows an error, and can be sent again: %s', async (title, accept) => {
  const asked = ask(page, title)
  const button = asked.getByRole('button', { name: new RegExp(`^${accept}`) })
  await answerWallet(page, () => button.click(), 'Reject')
  await asked.getByText(/declined/).waitFor()
  await answerWallet(page, () => button.click(), accept)
  await asked.getByText(/This is the connected account|Mined in block/).waitFor()
})

test('[1.5] sends a transaction, sees it mined, and the receiver has the coins', async () => {
  const chain = createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
  const before = await chain.getBalance({ address: bob })
  const send = ask(page, 'Send a transaction')
  await send.getByRole('textbox', { name: 'To' }).fill(bob)
  await send.getByRole('textbox', { name: 'Amount' }).fill('1.25')
  await answerWallet(page, () => send.getByRole('button', { name: /^Send/ }).click(), 'Send')
  await send.getByText(/Mined in block \d+/).waitFor()
  expect((await chain.getBalance({ address: bob })) - before).toBe(parseEther('1.25'))
  // The account's own balance is read again once the transaction is mined.
  const left = Number(formatEther(await chain.getBalance({ address: alice })))
  const shown = Math.floor(left).toLocaleString('en')
  await page
    .locator('foyer-button')
    .first()
    .getByText(new RegExp(`${shown}.*${foyerDevnet.nativeCurrency.symbol}`))
    .waitFor()
})
