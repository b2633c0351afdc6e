import { devnetAddresses, devTokenAbi } from '@foyer/devnet'
import type { Page } from 'playwright'
import { createPublicClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import {
  approvalFrame,
  approveInline,
  approveInWindow,
  closeAccountCard,
  logIn,
  modal,
  newEmail,
  readAddress,
} from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { accountButton, evmOnly } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const { account: implementation, usdc } = devnetAddresses
let page: Page
let own: `0x${string}`

const client = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
const code = () => client().getCode({ address: own })
const nonce = () => client().getTransactionCount({ address: own })
const dollars = () =>
  client().readContract({ address: usdc, abi: devTokenAbi, functionName: 'balanceOf', args: [own] })
const button = (name: string | RegExp) => modal(page).getByRole('button', { name })
const wallet = () => approvalFrame(page)

beforeAll(async () => {
  const { devnet, mail, urls } = world()
  const browser = await newProfile()
  page = await browser.open(evmOnly(`${urls.own}/?mode=dialog`))
  await logIn(page, { email: newEmail('joan'), mail })
  own = (await readAddress(page)) as `0x${string}`
  const { faucet } = devnet.chains[0]!
  await faucet.giveEther({ to: own, amount: parseEther('5') })
  await faucet.giveToken({ to: own, token: usdc, amount: 1_000_000_000n })
})

/** Asks for three calls to a new account, and returns the form and that account. */
async function sendThree() {
  const to = privateKeyToAddress(generatePrivateKey())
  const form = ask(page, 'Send several calls')
  await form.getByRole('combobox', { name: 'Calls' }).selectOption('3')
  await form.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await form.getByRole('textbox', { name: 'To' }).fill(to)
  await form.getByRole('button', { name: 'Send 3 calls' }).click()
  await wallet().getByRole('heading', { name: 'Approve 3 actions' }).waitFor()
  // The sum that leaves.
  await wallet()
    .getByText(/−0\.03\sETH/)
    .waitFor()
  return { form, to }
}

test('[6.2] [6.6] the embedded wallet makes three calls in one transaction, which upgrades its account', async () => {
  const { form, to } = await sendThree()
  await wallet().getByText('They happen together: all of them, or none.').waitFor()
  await wallet().getByText('Your account becomes a smart account, at the same address').waitFor()
  await approveInline(page)
  await form.getByText('All 3 calls are done, in one transaction.').waitFor()
  expect(await client().getBalance({ address: to })).toBe(parseEther('0.03'))
  expect(await code()).toBe(`0xef0100${implementation.slice(2).toLowerCase()}`)
  // The transaction, and the authorization in it.
  expect(await nonce()).toBe(2)
})

test('[1.9] [2.11] it approves and swaps a token with one confirmation, in one transaction', async () => {
  const before = { dollars: await dollars(), nonce: await nonce() }
  const choose = async (side: 'pay' | 'receive', symbol: string) => {
    await button(new RegExp(`^Token you ${side}:`)).click()
    await modal(page).getByRole('searchbox').fill(symbol)
    await modal(page).getByRole('listitem').filter({ hasText: symbol }).first().click()
    await button(`Token you ${side}: ${symbol}`).waitFor()
  }
  await accountButton(page).first().click()
  await button('Swap').click()
  await choose('pay', 'USDC')
  await choose('receive', 'ETH')
  await modal(page).getByRole('textbox', { name: 'You pay' }).fill('300')
  await button('Review swap').click()
  await button(/^(Approve and swap|Swap)$/).click()
  await approveInWindow(page)
  await modal(page).getByText('Swapped', { exact: true }).waitFor()
  expect(before.dollars - (await dollars())).toBe(300_000_000n)
  expect(await nonce()).toBe(before.nonce + 1)
  await button('Close').click()
})

test('[4.10] the user switches to the plain account, whose calls are sent one by one', async () => {
  await accountButton(page).first().click()
  await modal(page).getByText('Upgraded on Foyer Devnet').waitFor()
  await modal(page).getByRole('radio', { name: 'Standard' }).click()
  await modal(page).getByText('Each thing you do is a transaction of its own.').waitFor()
  await closeAccountCard(page)
  const before = await nonce()
  const { form } = await sendThree()
  await wallet().getByText('They are sent one by one.').waitFor()
  await approveInline(page)
  await form.getByText('All 3 calls are done.').waitFor()
  expect(await nonce()).toBe(before + 3)
})

test('the user undoes the upgrade in the modal', async () => {
  await accountButton(page).first().click()
  await button('Undo the upgrade on Foyer Devnet').click()
  await wallet().getByRole('heading', { name: 'Make the account a plain one again' }).waitFor()
  // Shown for some seconds only.
  const told = modal(page).getByText(/is a plain one again once the network confirms it/)
  await Promise.all([told.waitFor(), approveInline(page)])
  await expect.poll(code).toBe(undefined)
})
