import type { Page } from 'playwright'
import { createPublicClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { asks, connectPhone, openSite, press } from './phoneSteps.ts'
import { answerWallet, clickLast, connectByHand, evmOnly } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const balanceOf = (address: `0x${string}`) =>
  createPublicClient({ transport: http(world().devnet.chains[0]?.url) }).getBalance({ address })

/** Fills in the form for calls to a new account. */
async function fillCalls(page: Page, count: number) {
  const to = privateKeyToAddress(generatePrivateKey())
  const form = ask(page, 'Send several calls')
  await form.getByRole('combobox', { name: 'Calls' }).selectOption(String(count))
  await form.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await form.getByRole('textbox', { name: 'To' }).fill(to)
  const button = form.getByRole('button', { name: `Send ${count} calls` })
  return { button, form, to }
}

test('[6.2] an installed wallet sends three calls with one approval, in one transaction', async () => {
  const page = await open(evmOnly('/?mode=dialog'))
  await connectByHand(page)
  const { button, form, to } = await fillCalls(page, 3)
  await answerWallet(page, () => button.click(), 'Send')
  await form.getByText('All 3 calls are done, in one transaction.').waitFor()
  expect(await balanceOf(to)).toBe(parseEther('0.03'))
  expect(await form.getByRole('code').count()).toBe(1)
})

test('a wallet without batches is asked one by one; two of five are done when the third is declined', async () => {
  const script = `${world().wallet.url}/devwallet.js?without=wallet_sendCalls`
  const page = await open(evmOnly(`/?mode=dialog&wallet=${encodeURIComponent(script)}`))
  await connectByHand(page)
  const { button, form, to } = await fillCalls(page, 5)
  const answers = ['Send', 'Send', 'Reject']
  const opened: Page[] = []
  page.on('popup', (window) => {
    const answer = answers[opened.push(window) - 1] ?? 'Send'
    void clickLast(window, window.getByRole('button', { name: answer, exact: true }))
  })
  await button.click()
  await form.getByText('2 of 5 calls are done. The others were not.').waitFor()
  await form.getByText('You declined call 3.').waitFor()
  expect(opened).toHaveLength(3)
  expect(await balanceOf(to)).toBe(parseEther('0.02'))
})

test('a phone sends two calls with one approval over WalletConnect', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  const { button, form, to } = await fillCalls(site, 2)
  await button.click()
  await asks(phone, 'Send 2 calls together')
  await press(phone, 'Send')
  await form.getByText('All 2 calls are done, in one transaction.').waitFor()
  expect(await balanceOf(to)).toBe(parseEther('0.02'))
})
