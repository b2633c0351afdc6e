import {
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  foyerDevnet,
  solanaAccounts,
  solanaDevnet,
} from '@foyer/devnet'
import type { Locator, Page } from 'playwright'
import { createWalletClient, encodeFunctionData, http, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { accountButton, answerWallet, card, connectButton, evmOnly, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const [alice, bob] = devnetAccounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]
const { symbol } = foyerDevnet.nativeCurrency
let page: Page

async function connectAt(path: string): Promise<void> {
  page = await open(path)
  await connectButton(page).first().click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
}

async function openActivity(): Promise<void> {
  await accountButton(page).first().click()
  await card(page).getByRole('tab', { name: 'Activity' }).click()
}
const rows = (text: string) => card(page).getByRole('listitem').filter({ hasText: text })
/** Scrolls first: a row out of sight is not laid out, and has no inner text. */
async function readRow(row: Locator): Promise<string> {
  await row.scrollIntoViewIfNeeded()
  return row.innerText()
}
/** Sends coins by the site, and waits until they are in a block. */
async function send(amount: string): Promise<void> {
  const form = ask(page, 'Send a transaction')
  await form.getByRole('textbox', { name: 'To' }).fill(bob)
  await form.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await answerWallet(page, () => form.getByRole('button', { name: /^Send/ }).click(), 'Send')
  await form.getByText(/Mined in block \d+/).waitFor()
}

test('[1.8] [2.4] [3.3] a sent transaction is listed by itself, and after a reload', async () => {
  await connectAt(evmOnly('/?mode=dialog'))
  await send('1.0725')
  await openActivity()
  const sent = rows(`−1.0725 ${symbol}`)
  await sent.waitFor()
  const month = new Date().toLocaleString('en', { month: 'long', year: 'numeric' })
  await card(page).getByRole('list', { name: month }).waitFor()
  expect(await readRow(sent)).toMatch(/^Sent\s+To 0x7099…79C8/)
  await page.reload()
  await openActivity()
  await sent.waitFor()
  expect(await sent.count()).toBe(1)
})

test('[1.8] a transaction that failed on the chain is marked, after a refresh', async () => {
  await connectAt(evmOnly('/?mode=dialog'))
  await openActivity()
  await rows(symbol).first().waitFor()
  const before = await rows('Failed').count()
  const { usdc } = devnetAddresses
  await createWalletClient({
    account: alice,
    transport: http(world().devnet.chains[0]?.url),
  }).sendTransaction({
    chain: null,
    to: usdc,
    gas: 100_000n,
    data: encodeFunctionData({
      abi: devTokenAbi,
      functionName: 'transfer',
      args: [bob, parseEther('1') ** 3n],
    }),
  })
  // The api reads new blocks every two seconds.
  await expect
    .poll(
      async () => {
        await card(page).getByRole('button', { name: 'Refresh activity' }).click()
        return rows('Failed').count()
      },
      { interval: 500 },
    )
    .toBe(before + 1)
  expect(await readRow(rows('Failed').first())).toContain('Contract call')
})

test('[1.8] [9.21] a Solana account sees the tokens that it sent, by itself and after a reload', async () => {
  await connectAt(`/?mode=dialog&networks=${solanaDevnet.caipId.slice('solana:'.length)}`)
  const bob = solanaAccounts[1]!.address
  const form = ask(page, 'Send tokens')
  await form.getByRole('combobox', { name: 'Token' }).selectOption({ label: 'USDC' })
  await form.getByRole('textbox', { name: 'Amount' }).fill('1.0725')
  await form.getByRole('textbox', { name: 'To' }).fill(bob)
  await answerWallet(page, () => form.getByRole('button', { name: /^Send/ }).click(), 'Send')
  await form.getByText(/Mined in block \d+/).waitFor()
  await openActivity()
  const sent = rows('−1.0725 USDC')
  await sent.waitFor()
  expect(await readRow(sent)).toMatch(
    new RegExp(`^Sent\\s+To ${bob.slice(0, 4)}.*${bob.slice(-4)}`),
  )
  await page.reload()
  await openActivity()
  await sent.waitFor()
  expect(await sent.count()).toBe(1)
})
